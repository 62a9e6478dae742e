"""Teaching the town of one's own box: what is told of it, step by step."""
