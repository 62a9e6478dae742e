"""What kind of file somebody has sent, by its first bytes."""

# Brands of MP4 and MOV files; those of HEIC photos begin alike.
_BRANDS = (b"isom", b"iso", b"mp4", b"avc1", b"qt  ", b"M4V", b"MSNV", b"3gp", b"dash")


def is_film(data: bytes) -> bool:
    """Return whether *data* begins as an MP4 or MOV file does."""
    return data[4:8] == b"ftyp" and data[8:12].startswith(_BRANDS)
