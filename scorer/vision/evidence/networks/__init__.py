"""The small networks, what they look at, and their weights."""
