"""The web app: pages for people, JSON for their taps.

Nothing is imported here: the process that reads photos needs no Flask.
"""
