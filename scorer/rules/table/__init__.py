"""A whole table: its game file, goal cards among players, ties, teams, the solo game."""
