"""Players: what they draw, with which pens, by whose hand."""
