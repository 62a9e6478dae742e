"""What is drawn on one board, and what lies beside it."""
