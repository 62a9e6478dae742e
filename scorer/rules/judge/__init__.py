"""The judge: which lines of a player's own sheet are wrong, and the likeliest mistake behind each.

Every explanation is tried: a mistake is made on purpose, the line computed anew, and only
what gives exactly the claimed number is kept.
"""
