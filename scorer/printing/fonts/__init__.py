"""The shipped fonts, and how they are cut out of the ones that Debian packs."""
