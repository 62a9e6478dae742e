"""Ways to walk a set of sections."""
