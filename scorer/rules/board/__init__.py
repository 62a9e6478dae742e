"""A board: its graph, its geometry file, and how practice layouts are laid out."""
