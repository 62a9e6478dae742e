"""Rules of the game: board graph, marks, route search and scoring. Pure: no pixels, no web."""
