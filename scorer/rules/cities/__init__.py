"""One TOML file per city, and a module of its own for a city whose steps no other has."""
