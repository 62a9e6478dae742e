"""Steps that bring an older database up to date; run whenever one is opened."""
