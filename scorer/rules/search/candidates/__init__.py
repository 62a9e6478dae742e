"""Every set of sections that one walk may use, listed or branched over."""
