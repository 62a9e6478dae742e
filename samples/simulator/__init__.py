"""A simulator of phone photos of boards that somebody filled in with dry-erase pens.

Nothing here was photographed or drawn by a person: every picture says so in its EXIF
description and its truth has ``"simulated": true``. The same seed gives the same photo.

The way of a photo: ``games`` makes up what is drawn, ``drawing`` turns it into strokes of a
``hand``, ``ink`` lays them on the printed page, ``scene`` and ``light`` put that on a table,
``camera`` looks at it, and ``photo`` joins all this and writes the truth.
"""
