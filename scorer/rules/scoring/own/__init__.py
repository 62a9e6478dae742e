"""Steps that one city alone has, each city's in a module of its name."""
