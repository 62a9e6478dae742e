"""Whose boards have one photo or are drawn alike: a photo may be of another's board."""

from scorer.rules.values import replace
from scorer.store.games import Game, Json, PictureKind, Player
from scorer.store.kept import open_doubts

Corners = list[tuple[float, float]]

# Boards with fewer sections in common are not compared: they may be alike by chance.
_ALIKE = 5
# Photos of one board are read alike but for one place in so many; the boards of two players share
# far fewer sections.
_READ_ALIKE = 10


def photo_digest(player: Player) -> str:
    """Return what tells the photo of a player's board from all others; empty without one."""
    photo = player.pictures.get(PictureKind.PHOTO)
    return photo.digest if photo else ""


def seats_drawn_alike(game: Game) -> list[list[int]]:
    """Return the seats of *game* whose boards are drawn alike, but for what photos leave open."""
    groups: list[list[Player]] = []
    for player in game.players:
        like = next((group for group in groups if _alike(group[0], player)), None)
        if like is None:
            groups.append([player])
        else:
            like.append(player)
    return [[one.seat for one in group] for group in groups if len(group) > 1]


def _alike(one: Player, other: Player) -> bool:
    sections, others = _sections(one), _sections(other)
    open_ = {doubt["where"] for player in (one, other) for doubt in open_doubts(player)}
    tourists, their_tourists = (_tourists(player) for player in (one, other))
    shared = len(sections & others - open_)
    differ = {where for where in sections ^ others if where.split()[0] not in open_}
    differ |= {
        where
        for where in {*tourists, *their_tourists} - open_
        if tourists.get(where) != their_tourists.get(where)
    }
    return shared >= _ALIKE and len(differ) <= shared // _READ_ALIKE


def _sections(player: Player) -> set[str]:
    """Return the sections on a player's board, those in colour with it."""
    found = player.marks.get("sections", [])
    return {one if isinstance(one, str) else " ".join(map(str, one.values())) for one in found}


def _tourists(player: Player) -> dict[str, Json]:
    """Return the tourists on a player's board, by their locations."""
    found = player.marks.get("tourists", {})
    return {where: {kind: n for kind, n in counts.items() if n} for where, counts in found.items()}


def seats_with_one_photo(game: Game) -> list[list[int]]:
    """Return the seats of *game* that have one and the same photo, of one and the same board."""
    groups: list[list[Player]] = []
    for player in game.players:
        if not photo_digest(player):
            continue
        like = next((group for group in groups if _one_photo(group[0], player)), None)
        if like is None:
            groups.append([player])
        else:
            like.append(player)
    return [[one.seat for one in group] for group in groups if len(group) > 1]


def _one_photo(one: Player, other: Player) -> bool:
    if photo_digest(one) != photo_digest(other):
        return False
    if "others_xy" in {*(one.not_read or {}), *(other.not_read or {})}:
        # It shows several boards, and nobody has said yet which one is whose.
        return False
    at, there = _map_of(one), _map_of(other)
    return not (at and there) or _is_within(at, there) or _is_within(there, at)


def _map_of(player: Player) -> Corners:
    """Return where on the photo of *player* the map was read; nothing where it was not."""
    read = player.reading if not player.not_read else None
    return [(x, y) for x, y in read.corners_xy] if read else []


def _is_within(one: Corners, other: Corners) -> bool:
    """Whether the middle of *one* map lies on the *other*."""
    x, y = (sum(side) / len(one) for side in zip(*one, strict=True))
    ways = [
        (after[0] - at[0]) * (y - at[1]) - (after[1] - at[1]) * (x - at[0])
        for at, after in zip(other, [*other[1:], other[0]], strict=True)
    ]
    return bool(min(ways) >= 0 or max(ways) <= 0)


def replaces_wrong_one(game: Game, player: Player) -> bool:
    """Whether the photo of *player* of which is asked takes the place of one of another's board.

    It is none of another's itself.
    """
    return bool(
        player.asked and shown_too(game, player)[1] and not shown_too(game, with_asked(player))[1]
    )


def shown_too(game: Game, player: Player) -> tuple[str, list[int]]:
    """Return what tells that the photo of *player* may be of others' boards, and their seats."""
    if not photo_digest(player):
        return "", []
    players = (player if one.seat == player.seat else one for one in game.players)
    now = replace(game, players=tuple(players))
    # What is on a board whose photo was not read is none of that photo's.
    tells = {"same-photo": seats_with_one_photo}
    if not player.not_read:
        tells["drawn-alike"] = seats_drawn_alike
    for name, tell in tells.items():
        for seats in tell(now):
            if player.seat in seats:
                return name, [seat for seat in seats if seat != player.seat]
    return "", []


def with_asked(player: Player) -> Player:
    """Return *player* as they would be if the photo of which is asked counted."""
    assert player.other
    photo = player.pictures.get(PictureKind.OTHER)
    pictures = {PictureKind.PHOTO: photo} if photo else {}
    return replace(player, marks=player.other.marks, reading=player.other, pictures=pictures)
