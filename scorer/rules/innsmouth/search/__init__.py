"""The best final route and its proof: what can be walked, and what it is worth."""
