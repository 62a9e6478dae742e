"""What the ink says of each place: one module a kind of mark."""
