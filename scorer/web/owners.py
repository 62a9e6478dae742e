"""Who may change a taught board: whoever taught it, and those who have the owner's link.

A board has an owner's key as a game has one. The browser that taught it keeps the key in its
cookie; the key stands in the owner's link. A board taught by the command has none, and is
changed from this computer alone.
"""

import ipaddress
import secrets
from pathlib import Path

from flask import request, session

from scorer.store.database import keep_safely
from scorer.web.serving.errors import RefusedError
from scorer.web.serving.hosts import is_this_computer

_FILE = "owner.key"
_KEPT = "boards"
# A cookie has room for so many; the one gained longest ago goes first.
_MOST = 30


def new_owner(board_id: str) -> str:
    """Return a key for a board that is going to be taught; this browser has it from now on."""
    key = secrets.token_urlsafe(16)
    _gain(board_id, key)
    return key


def keep_owner(boards: Path, board_id: str, key: str) -> None:
    """Let whoever has *key* be the owner of the board called *board_id*, if it has none.

    Raises
    ------
    StoreError
        If the key cannot be written beside the board.
    """
    if not owner_key(boards, board_id):
        keep_safely(boards / board_id / _FILE, key.encode())


def owner_key(boards: Path, board_id: str) -> str:
    """Return the key of the board's owner; empty where it has none."""
    try:
        return (boards / board_id / _FILE).read_text("ascii")
    except OSError:
        return ""


def take_key(boards: Path, board_id: str, key: str) -> bool:
    """Let this browser own the board if *key* is that of its owner; return whether it is."""
    kept = owner_key(boards, board_id)
    right = bool(kept) and secrets.compare_digest(kept.encode(), key.encode())
    if right:
        _gain(board_id, key)
    return right


def is_owner(boards: Path, board_id: str) -> bool:
    """Whether the browser that asks may change the board called *board_id*."""
    kept = owner_key(boards, board_id)
    if not kept:
        return _on_this_computer()
    shown = str(session.get(_KEPT, {}).get(board_id, ""))
    return secrets.compare_digest(kept.encode(), shown.encode())


def need_owner(boards: Path, board_id: str) -> None:
    """Refuse whoever may not change the board called *board_id*."""
    if not is_owner(boards, board_id):
        raise RefusedError("not-yours", 403)


def _gain(board_id: str, key: str) -> None:
    others = {id_: old for id_, old in session.get(_KEPT, {}).items() if id_ != board_id}
    newest = list(others.items())[-_MOST + 1 :]
    session[_KEPT] = dict([*newest, (board_id, key)])
    session.permanent = True


def _on_this_computer() -> bool:
    # Through a tunnel or a proxy that was not named all visitors come from this computer, and a
    # page of a stranger may have its own name mean it.
    if not is_this_computer():
        return False
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
