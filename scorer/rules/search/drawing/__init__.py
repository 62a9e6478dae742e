"""The drawn sections as a graph of bit masks."""
