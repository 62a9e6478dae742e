"""The pages, one module each, with the JSON behind their taps."""
