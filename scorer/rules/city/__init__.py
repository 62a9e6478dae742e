"""What the rules of each city fix: one TOML file a city, and goal cards as data."""
