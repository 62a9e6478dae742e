"""The printed board, and ink on it."""
