"""What a final route is worth: the lines of a score sheet, and what goal cards measure."""
