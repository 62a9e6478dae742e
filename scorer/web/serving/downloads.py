"""Files that pages hand out."""

from collections.abc import Callable
from urllib.parse import quote

from flask import Response

from scorer.web.serving.lastused import Kept
from scorer.web.serving.words import language

_papers = Kept[bytes](50)


def paper(name: str, draw: Callable[[], bytes]) -> Response:
    """Return a PDF page to print, the same for everybody who reads its language."""
    asked = f"{language()} {name}".encode()
    pdf = _papers.get(asked)
    if pdf is None:
        # Up to two seconds of a processor: each is drawn once.
        pdf = draw()
        _papers.put(asked, pdf)
    return attachment(pdf, "application/pdf", name)


def attachment(content: str | bytes, mimetype: str, name: str) -> Response:
    """Return *content* as a file to keep."""
    response = Response(content, mimetype=mimetype)
    plain = "".join(c if c.isascii() else "_" for c in name)
    said = f'attachment; filename="{plain}"'
    # Browsers take the second name, with letters of any script, where there are such.
    response.headers["Content-Disposition"] = (
        said if plain == name else f"{said}; filename*=UTF-8''{quote(name)}"
    )
    return response
