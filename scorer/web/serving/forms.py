"""A refused form comes back on its own page, with what is wrong and with what was typed in."""

from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app, g, make_response, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from scorer.web.serving.words import local_address

# Where a form is sent, and the page it stands on.
PAGES = {
    "home.by_hand": "home.start",
    "home.from_file": "home.start",
    "upload.from_photo": "home.start",
    "upload.from_sample": "home.start",
    "newgame.create": "newgame.page",
    "newgame.create_other": "newgame.other_page",
    "table.add_player": "table.page",
    "table.change_player": "table.page",
    "table.rematch": "table.page",
    "table.delete": "table.page",
    "mapphoto.choose": "table.page",
    "which.choose": "which.page",
    "which.by_hand": "which.page",
    "which.other": "which.page",
    "which.all_the_same": "which.page",
    "which.undo": "board.page",
    "board.leave_out": "board.page",
    "better.again": "table.page",
    "innsmouth.take_newer": "table.page",
    "innsmouth.play_in": "table.page",
    "teach.teach": "teach.page",
    "mapteach.teach": "mapteach.page",
    "mapteach.take": "mapteach.page",
    "mapteach.delete": "mapteach.editor",
    "townteach.teach": "townteach.page",
    "townteach.take": "townteach.page",
    "townteach.send_photo": "townteach.editor",
    "townteach.delete": "townteach.editor",
    "shareboard.take": "teach.page",
    "teach.photo": "teach.editor",
    "teach.rename": "teach.editor",
    "teach.dock": "teach.editor",
    "teach.figures": "teach.editor",
    "teach.from_geometry": "teach.editor",
    "teach.turn": "teach.editor",
    "teach.hidden": "teach.editor",
    "teach.delete": "teach.editor",
}


@dataclass(slots=True)
class Refusal:
    """What was wrong with a form, and what was typed into it; ``shown`` once a page says so."""

    action: str
    message: str
    hint: str
    typed: MultiDict[str, str]
    shown: bool = False

    @property
    def files(self) -> bool:
        """Whether a file was sent, which a page cannot fill in again."""
        return request.mimetype == "multipart/form-data"


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a page, as the templates fill it in; ``refusal`` if it was just refused."""

    action: str
    refusal: Refusal | None

    def value(self, name: str, otherwise: object = "") -> object:
        """Return what was typed into the field *name*, or *otherwise*."""
        return self.refusal.typed.get(name, otherwise) if self.refusal else otherwise

    def chosen(self, name: str, value: object, otherwise: object = False) -> bool:
        """Whether *value* is chosen in the field *name*; *otherwise* in a form not sent yet."""
        if self.refusal is None:
            return bool(otherwise)
        return str(value) in self.refusal.typed.getlist(name)

    def shown(self) -> Refusal | None:
        """Return what is wrong, which the page shows herewith."""
        if self.refusal:
            self.refusal.shown = True
        return self.refusal


def init_app(app: Flask) -> None:
    """Give the templates of *app* the function ``form_to``."""
    app.jinja_env.globals["form_to"] = form_to


def form_to(action: str, **hidden: str) -> Form:
    """Return the form that is sent to *action* with the *hidden* values."""
    found: Refusal | None = g.get("refusal")
    if found is None or found.action != action.partition("?")[0]:
        return Form(action, None)
    meant = all(found.typed.get(name) == value for name, value in hidden.items())
    return Form(action, found if meant else None)


def shown_again(message: str, hint: str) -> Response | None:
    """Return the page of the form that was refused; None if there is none to be shown."""
    page = PAGES.get(request.endpoint or "") if request.method == "POST" else None
    if page is None:
        return None
    g.refusal = Refusal(request.path, message, hint, _typed())
    try:
        made = make_response(current_app.view_functions[page](**_arguments(page)))
    except (ValueError, HTTPException):
        # What the form was about is there no more: the refusal says so on a page of its own.
        return None
    return made if g.refusal.shown else None


def way_back() -> str:
    """Return the address of the page that a refused request came from, as far as is known."""
    if request.endpoint in PAGES:
        page = PAGES[request.endpoint]
        return url_for(page, **_arguments(page))
    if request.endpoint == "words.choose":
        return local_address(str(_typed().get("back", "")))
    if "key" in (request.view_args or {}):
        return url_for("table.page", key=(request.view_args or {})["key"])
    return ""


def page_of_address() -> str:
    """Return the page of the form that is sent to the address asked for, if any is."""
    adapter = current_app.create_url_adapter(request)
    try:
        assert adapter
        endpoint, arguments = adapter.match(method="POST")
    except HTTPException:
        return ""
    page = PAGES.get(str(endpoint))
    return url_for(page, **_known(page, arguments)) if page else ""


def _typed() -> MultiDict[str, str]:
    try:
        return MultiDict(request.form)
    except HTTPException:
        # Too large to be read at all.
        return MultiDict()


def _arguments(page: str) -> dict[str, Any]:
    return _known(page, dict(request.view_args or {}))


def _known(page: str, arguments: object) -> dict[str, Any]:
    """Return those of *arguments* that the address of *page* has."""
    (rule,) = current_app.url_map.iter_rules(page)
    assert isinstance(arguments, dict)
    return {name: value for name, value in arguments.items() if name in rule.arguments}
