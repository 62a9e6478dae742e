"""Maps of links as drawings: all that a map holds is there, and names cover nothing."""

import io
import math

import pytest
from PIL import Image

from scorer.printing.drawing.drawing import Path, Text
from scorer.printing.layout import Box
from scorer.printing.linkmaps import UndrawnError, as_pdf, as_png, as_svg, map_drawing, ticket_pages
from scorer.printing.linkmaps.colours import PAINTS
from scorer.printing.linkmaps.labels import label_boxes
from scorer.printing.linkmaps.words import ENGLISH
from scorer.rules.ticket_to_ride.map import LinkColour, Ticket, load_map
from scorer.rules.ticket_to_ride.spaces import spaces_of
from scorer.rules.values import replace
from scorer.web.pages.linkmaps.maps import drawn
from tests.rules.ticket_to_ride.towns import RING

BAY = load_map("lantern-bay")


def shapes(name: str) -> list[Path | Text]:
    return [
        shape for group in map_drawing(BAY).groups if group.name == name for shape in group.shapes
    ]


def test_every_space_is_painted_in_its_links_colour() -> None:
    fills = [shape.fill for shape in shapes("spaces") if isinstance(shape, Path)]
    for colour in LinkColour:
        spaces = sum(link.length for link in BAY.links if link.colour is colour)
        assert fills.count(PAINTS[colour].fill) == spaces


def test_every_location_the_track_and_the_practice_mark_are_written() -> None:
    words = [s.text for g in map_drawing(BAY).groups for s in g.shapes if isinstance(s, Text)]
    assert {place.name for place in BAY.places} <= set(words)
    assert {str(number) for number in range(80)} <= set(words)
    assert ENGLISH.practice in words
    assert ENGLISH.practice not in map_words(practice=False)


def map_words(*, practice: bool) -> list[str]:
    drawing = map_drawing(replace(BAY, practice=practice))
    return [s.text for g in drawing.groups for s in g.shapes if isinstance(s, Text)]


def test_names_cover_no_space_and_no_location() -> None:
    page = BAY.page_mm
    assert page
    boxes = label_boxes(BAY, Box(0, 0, *page))
    assert set(boxes) == set(BAY.place)
    for link in BAY.links:
        for space in spaces_of(BAY, link):
            assert not any(box.holds((space.x, space.y)) for box in boxes.values()), link
    for place in BAY.places:
        assert place.xy
        assert not any(box.holds(place.xy) for box in boxes.values())


def test_on_a_phone_every_name_is_nearest_to_its_own_location() -> None:
    """Letters are larger there; they stay off the middles of spaces too."""
    shown = drawn(BAY)
    boxes = {
        id_: Box(left, top, left + width, top + height)
        for id_, (left, top, width, height) in shown["names"].items()
    }
    assert set(boxes) == set(BAY.place)
    for id_, box in boxes.items():
        away = {place.id: _away(box, place.xy) for place in BAY.places if place.xy}
        assert min(away, key=lambda one: away[one]) == id_, away
    middles = [(x, y) for link in shown["spaces"].values() for x, y, _ in link]
    assert not [id_ for id_, box in boxes.items() if any(map(box.holds, middles))]


def _away(box: Box, xy: tuple[float, float]) -> float:
    x, y = xy
    across = max(box.left - x, 0.0, x - box.right)
    return math.hypot(across, max(box.top - y, 0.0, y - box.bottom))


@pytest.mark.slow
def test_pictures_have_their_size() -> None:
    drawing = map_drawing(BAY)
    image = Image.open(io.BytesIO(as_png(drawing, 50.8)))
    # Two pixels a millimetre on 297 x 210 mm.
    assert image.size == (594, 420)
    assert as_pdf(drawing).startswith(b"%PDF")
    assert b'width="297mm" height="210mm"' in as_svg(drawing)


def test_a_map_without_places_is_not_drawn() -> None:
    with pytest.raises(UndrawnError, match="page_mm"):
        map_drawing(RING)


def test_every_ticket_has_a_card_with_its_locations() -> None:
    (page,) = ticket_pages(BAY)
    words = [s.text for s in page.groups[0].shapes if isinstance(s, Text)]
    for ticket in BAY.tickets:
        names = [BAY.place[id_].name for id_ in ticket.between]
        at = [i for i, word in enumerate(words) if word == names[0]]
        assert any(words[i + 1] == names[1] and words[i - 1] == str(ticket.points) for i in at)


def test_tickets_go_on_over_several_pages() -> None:
    # The ring's map is not drawn, so there is nothing to sketch; 22 tickets need two pages.
    places = "abcdef"
    pairs = [(a, b) for a in places for b in places if a != b][:22]
    many = replace(RING, tickets=tuple(Ticket(pair, 5) for pair in pairs))
    assert len(ticket_pages(many)) == 2
    assert ticket_pages(replace(RING, tickets=())) == ()


def test_signs_differ_by_colour() -> None:
    # Whoever sees no colours tells links by their signs: no two paint alike in shape.
    from scorer.printing.linkmaps.colours import sign

    outlines = {sign(colour, 1.0).steps for colour in LinkColour}
    assert len(outlines) == len(LinkColour)
    assert all(math.hypot(*p) < 1.6 for o in outlines for step in o for p in step.points)
