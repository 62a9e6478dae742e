"""What is kept of a photo of a board of Innsmouth.

A reading lies below what people entered: where a value is no longer what the last photo said, or
somebody has confirmed it, a new one says nothing.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from scorer.rules.innsmouth.filled import GAME, InnsmouthMarks, InnsmouthSetup, card_caches
from scorer.rules.innsmouth.pieces import Bonus, Character, Threat
from scorer.rules.innsmouth.town import Town, bonus_of
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import Location
from scorer.rules.values import replace
from scorer.store.games import (
    Game,
    GameStore,
    Json,
    NewPicture,
    PictureInfo,
    PictureKind,
    Played,
    Source,
)
from scorer.vision.innsmouth.known import Known
from scorer.vision.innsmouth.written import TownDoubt, WrittenTownReading
from scorer.web.games.innsmouth import board_at, town_of_table
from scorer.web.games.tickettoride.known import maps_folder
from scorer.web.games.towns import has_picture
from scorer.web.reading.messages import Board, Opened, PartsBeside, ReadTown

INNSMOUTH = GAME
# The fields of a player's values that a photo fills place by place.
FIELDS = ("sections", "tourists", "threats", "caches", "rings", "circled", "used", "name")
# Which of them a doubt is about.
FIELD_OF = {
    "section": "sections",
    "tourists": "tourists",
    "threats": "threats",
    "cache": "caches",
    "ring": "rings",
    "bonus": "used",
    "name": "name",
}
# The doubts whose answers say what stands in a field.
_KIND_OF = {field: kind for kind, field in FIELD_OF.items()} | {"circled": "bonus"}
# How sure it is that a sign which stands for several bonuses was used once.
_UNTOLD = 0.5
# The one place of a field that has no places.
_ALL = ""


def asked_of(game: Game, seat: int) -> Board:
    """Return the town of *game*, and what is known of the board at *seat* beside its photo."""
    town, own = town_of_table(game.setup), game.player(seat).marks
    _, filled = board_at(game.setup, own, alone=len(game.players) == 1)
    others = [one.marks for one in game.players if one.seat != seat]
    marks = [board_at(game.setup, one, alone=False)[1].marks for one in others]
    known = Known.of(town, filled.setup, marks)
    if own["character"] is None:
        known = replace(known, character=None, bonuses=None)
    return Board(game.setup["town"], known, str(maps_folder()) if has_picture(town) else "")


def keep_town(
    games: GameStore, key: str, seat: int, opened: Opened | None, message: ReadTown
) -> None:
    """Keep a photo, newly *opened* or kept before, and what is drawn on the board in it."""
    frame = {"origin_mm": list(message.frame.origin_mm), "px_per_mm": message.frame.px_per_mm}
    flat = NewPicture(PictureInfo(message.width, message.height, frame), message.jpeg)
    if opened is None:
        info = games.load(key).player(seat).pictures[PictureKind.PHOTO]
        photo = NewPicture(info, games.picture(key, seat, PictureKind.PHOTO) or b"")
    else:
        photo = NewPicture(PictureInfo(opened.width, opened.height), opened.jpeg)
    games.put_photo(key, seat, photo, Source.PHOTO, rectified=flat)
    games.set_not_read(key, seat, None)
    (x, y), scale = message.frame.origin_mm, message.frame.px_per_mm
    box = [x, y, message.width / scale, message.height / scale]
    games.play(key, lambda now: read_into(now, seat, message.reading, box, message.beside))


def read_into(
    game: Game, seat: int, reading: WrittenTownReading, box: list[float], beside: PartsBeside
) -> Played:
    """Return *game* with *reading*, of a photo that shows *box* of the page, at *seat*.

    What stands *beside* the map is shown where it is asked about.
    """
    town, own = town_of_table(game.setup), game.player(seat).marks
    if town.file.id != reading.town or not all(map(town.is_place, reading.marks.sections)):
        # Another town, or a newer one, was taken in meanwhile.
        return Played(game.setup, {})
    shared = _with_card(_with_threat(game, seat, reading.marks), town, reading.marks)
    alone = len(game.players) == 1
    before = own["read"] or {}
    now = values_of(reading.marks, board_at(shared, own, alone=alone)[1].setup)
    settled, after = own["settled"] | _agreed(own, before, now), dict(own)
    for field in FIELDS:
        mine = own[_OWN.get(field, field)]
        merged = _merged(field, mine, before.get(field), now[field], settled)
        after[_OWN.get(field, field)] = merged
    board = board_at(shared, own, alone=alone)[1]
    card, caches = board.bonuses, card_caches(town, board.setup)
    due = Known.of(town, board.setup).due
    asked = [
        *asked_about(reading.doubts, own, shared, due, caches),
        *asked_bonuses(reading, card if own["character"] else None, beside),
    ]
    doubts = {
        f"{doubt.kind} {doubt.where}": to_data(doubt) | {"order": n}
        for n, doubt in enumerate(sorted(asked, key=lambda one: one.confidence))
        if f"{doubt.kind} {doubt.where}" not in settled and _stands(doubt, after, now)
    }
    if set(after["caches"] or ()) in (set(), set(caches)):
        # Where nothing else is drawn the card counts, also another one that is told later.
        after["caches"] = None
    photo = {
        "number": game.photos,
        "box": box,
        "unread": unread(reading.marks),
        "beside": to_data(beside),
    }
    # What a file left open of an older photo is asked about anew.
    after |= {"read": now, "doubts": doubts, "photo": photo, "settled": settled, "to_check": 0}
    # What end bonuses drew for the route and the photo shows too is drawn: it stays when the
    # route goes. Whether route and check still fit is told with the result.
    by_bonus = own.get("by_bonus") or {}
    drawn = {road: bonus for road, bonus in by_bonus.items() if road not in now["sections"]}
    after["by_bonus"] = drawn or None
    shared = {**shared, "checked": False}
    after["before"] = {"own": _replaced(own, after), "shared": _replaced(game.setup, shared)}
    return Played(shared, {seat: after})


def _replaced(before: Json, after: Json) -> Json:
    """Return the values *before* that are others *after*; the photo can be taken back by them."""
    return {field: before.get(field) for field in after if before.get(field) != after[field]}


def unread(marks: InnsmouthMarks) -> list[str]:
    """Return the signs beside the map that a photo told nothing of: nobody has laid them."""
    found = [] if marks.circled is not None else ["bonus"]
    return found if marks.ringed_name is not None else [*found, "name"]


# Fields that hold a list, or None where the cards in play count.
_LISTS = ("caches", "circled")
_OWN = {"name": "ringed_name"}


def values_of(marks: InnsmouthMarks, setup: InnsmouthSetup) -> dict[str, Json]:
    """Return *marks* as a player's values hold them, by field and place; nothing where empty.

    Of bonuses circled there is None where the photo told nothing.
    """
    deep = setup.threat is Threat.DEEP_ONES
    return {
        "sections": {str(one): True for one in sorted(marks.sections)},
        "tourists": to_data(marks.tourists),
        "threats": to_data(marks.threats),
        "caches": dict.fromkeys(sorted(marks.caches or ()), True),
        "rings": dict.fromkeys(sorted(marks.rings), True),
        "circled": None if marks.circled is None else _counts(marks.circled),
        "used": _counts(marks.used),
        "name": {_ALL: marks.ringed_name} if deep and marks.ringed_name is not None else {},
    }


def _counts(bonuses: Iterable[Bonus]) -> dict[str, int]:
    """Return how many there are of each of *bonuses*."""
    return dict(Counter(bonus.value for bonus in bonuses))


def _agreed(own: Json, before: Json, now: Json) -> dict[str, bool]:
    """Return the places that people entered and a photo shows just so; they stay as they are."""
    return {
        f"{kind} {place}": True
        for field, kind in _KIND_OF.items()
        if field not in _LISTS and field != "name"
        for place, mine in (own[field] or {}).items()
        if mine and mine != (before.get(field) or {}).get(place) and mine == now[field].get(place)
    }


def _merged(field: str, mine: Any, before: Json | None, now: Json | None, settled: Json) -> Any:
    """Return a player's value of *field* with what was read *now* where nobody changed it."""
    before = before or {}
    if now is None:
        return mine
    if field == "name":
        old = before.get(_ALL)
        same = mine is None or mine == old
        return now.get(_ALL, mine) if same and "name name" not in settled else mine
    if field == "threats" and mine is None and not now:
        return None
    kind, own = _KIND_OF[field], mine or {}
    if field in _LISTS:
        own = before if mine is None else dict(Counter(mine))
    merged = {}
    for place in sorted({*own, *before, *now}):
        kept = own.get(place) or None
        open_ = kept == before.get(place) and f"{kind} {place}" not in settled
        value = now.get(place) if open_ else kept
        if value:
            merged[place] = value
    if field in _LISTS:
        return [place for place, number in merged.items() for _ in range(number)]
    return merged


def asked_about(
    doubts: Iterable[TownDoubt],
    own: Json,
    shared: Json,
    due: Mapping[Location, int] | None,
    caches: Collection[str],
) -> Iterable[TownDoubt]:
    """Yield the *doubts* that bear on anything, those about bonuses left out.

    Nobody is asked whether the symbols are there that are *due* by the fate numbers, nor whether
    the *caches* of the card in play are. A ring means something where the Detective plays, or is a
    mistake.
    """
    for doubt in doubts:
        match doubt.kind:
            case "bonus":
                continue
            case "cache":
                if not caches or doubt.read != (doubt.where in caches):
                    yield doubt
            case "threats" if due is not None:
                if doubt.read != due.get(Location.parse(doubt.where), 0):
                    yield doubt
            case "ring" if own["character"] != Character.DETECTIVE:
                if own["character"] and doubt.read:
                    yield doubt
            case "name" if shared["threat"] != Threat.DEEP_ONES:
                continue
            case _:
                yield doubt


def asked_bonuses(
    reading: WrittenTownReading, card: tuple[Bonus, ...] | None, beside: PartsBeside
) -> Iterable[TownDoubt]:
    """Yield what is to be asked about bonuses, of each kind one question, named without a number.

    Parameters
    ----------
    reading : WrittenTownReading
    card : tuple of Bonus or None
        Those of the character's card; None where nobody told who plays. Nobody is asked about
        another bonus, unless the photo says that it is circled.
    beside : dict of str to tuple
        The parts of the photo that show signs, by bonus.

    Of a bonus with one sign the question is what is drawn there. Of several copies one is worth
    as much as another: the question is how many were used. It is asked too where a sign that was
    used stands for several copies.
    """
    for bonus in Bonus:
        doubts = [d for d in reading.doubts if d.kind == "bonus" and bonus_of(d.where) is bonus]
        used, signs = reading.marks.used.count(bonus), len(beside.get(bonus.value, ()))
        copies = max(signs if card is None else card.count(bonus), used)
        if signs <= 1 and bonus in (reading.marks.circled or ()):
            # Circled by mistake, if it is not on the card.
            copies = max(copies, 1)
        if max(copies, signs) <= 1:
            yield from (replace(one, where=bonus.value) for one in doubts[:copies])
        elif copies and (doubts or (used and signs < copies)):
            sure = math.prod(one.confidence for one in doubts) if doubts else _UNTOLD
            others = tuple(n for n in range(copies + 1) if n != used)
            reason = doubts[0].reason if doubts else "fewer signs than bonuses"
            yield TownDoubt("bonus", bonus.value, used, sure, others, reason)


def _stands(doubt: TownDoubt, after: Json, now: dict[str, Json]) -> bool:
    """Whether what was read at a doubtful place is what the player's values have there."""
    field = FIELD_OF[doubt.kind]
    place = _ALL if field == "name" else doubt.where
    own = after[_OWN.get(field, field)]
    if field in _LISTS:
        own = dict.fromkeys(own or (), True)
    value = own if field == "name" else (own or {}).get(place)
    return (value or None) == (now[field].get(place) or None)


def _with_threat(game: Game, seat: int, marks: InnsmouthMarks) -> Json:
    """Return what all share with the threat, where nobody has told it.

    A ring round the town's name is drawn where a symbol of the Deep Ones was skipped. No ring
    says nothing: it may be drawn later.
    """
    shared, own = game.setup, game.player(seat).marks
    if shared["threat"] is not None and not shared.get("threat_read"):
        return shared
    told = own["ringed_name"] if "name name" in own["settled"] else marks.ringed_name
    others = [one.marks["ringed_name"] for one in game.players if one.seat != seat]
    ringed = any((told, *others))
    threat = Threat.DEEP_ONES.value if ringed else None
    return {**shared, "threat": threat, "threat_read": ringed}


def _with_card(shared: Json, town: Town, marks: InnsmouthMarks) -> Json:
    """Return what all share with the cache card in play, where nobody has told it yet."""
    if shared["caches"] is not None or not marks.caches:
        return shared
    for card, places in town.file.caches.items():
        if set(places) == set(marks.caches):
            return {**shared, "caches": card}
    return shared
