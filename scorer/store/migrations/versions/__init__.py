"""One file per migration, named after what it brings and its number."""
