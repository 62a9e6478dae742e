"""Numbers of things in English, the language of all that the rules say."""


def counted(number: int, one: str, many: str = "") -> str:
    """Return *number* with *one* behind it, or *many*: without that, *one* with an s.

    >>> counted(1, "section"), counted(2, "section"), counted(1, "bus", "buses")
    ('1 section', '2 sections', '1 bus')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
