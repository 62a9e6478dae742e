"""Signs of the game on the map and beside it."""
