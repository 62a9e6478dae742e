"""How well photos with known truth are read."""
