"""The quiet parts of a board: houses, streets, water."""
