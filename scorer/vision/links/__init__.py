"""Claimed links from a photo of a map: where the map is, what stands on each space, whose it is."""
