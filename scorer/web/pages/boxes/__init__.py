"""Pages of games of other boxes, beside the game's own page that all of them share."""
