"""Where the files beside the code are: templates, static files, samples.

In a checkout they stand at its top level; an installed wheel carries them in ``_bundled``.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """Return the folder called *name* (``templates``, ``static`` or ``samples``)."""
    bundled = _PACKAGE / "_bundled" / name
    return bundled if bundled.is_dir() else _PACKAGE.parent / name
