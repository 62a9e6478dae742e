"""What goal cards are worth to the search: exactly, or as a bound."""
