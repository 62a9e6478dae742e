"""Results as plain text for the terminal."""
