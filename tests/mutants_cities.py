"""The mutants of the cities' special rules: each is dropped once; see ``tests.mutants``.

They run on the boards worked by hand, those of the search on its comparison with every walk.
"""

from tests.mutants import Mutant

_CITIES = ("london", "rio_de_janeiro", "cairo", "hong_kong", "paris", "new_york")
BY_HAND = (
    *(f"tests/rules/cities/test_{name}.py" for name in _CITIES),
    "tests/rules/cities/test_formats.py",
    "tests/rules/cities/test_goals.py",
)
BY_SEARCH = (
    "tests/rules/cities/test_search.py::test_a_ride_is_shown_on_the_sheet",
    "tests/rules/cities/test_search.py::test_boards_where_colour_and_the_doubled_task_decide",
    "tests/rules/cities/test_search.py::test_boards_where_a_tour_decides",
    "tests/rules/cities/test_search.py::test_every_city",
)


def _by_hand(name: str, wrong: str, file: str, old: str, new: str) -> Mutant:
    return Mutant(name, wrong, file, old, new, BY_HAND)


def _by_search(name: str, wrong: str, file: str, old: str, new: str) -> Mutant:
    return Mutant(name, wrong, file, old, new, BY_SEARCH)


CITY_MUTANTS = (
    _by_hand(
        "city-places",
        "marked places give nothing (tube stations, bridges, carnival, Broadway, stars)",
        "specials.py",
        "        return not self.places or any(reaches(passed, place) for place in self.places)\n",
        "        return not self.places\n",
    ),
    _by_hand(
        "city-printed",
        "what is printed at a place does not count (New York's stars)",
        "specials.py",
        "printed.get(place, usual)",
        "usual",
    ),
    _by_hand(
        "city-rating",
        "a street gives its points without its rating (carnival, Broadway)",
        "specials.py",
        "usual = case.setup.ratings[special.rating] if special.rating else special.points",
        "usual = special.points",
    ),
    _by_hand(
        "city-river",
        "a river does not keep the road on its bank from the location across",
        "practice.py",
        "        and not _river_between(layout, (start, step), (c + 0.5, r + 0.5))\n",
        "",
    ),
    _by_hand(
        "city-across",
        "the harbour does not keep a road from the land across it",
        "practice.py",
        "        and Location(c, r) not in across\n",
        "",
    ),
    _by_hand(
        "city-diagonal",
        "a diagonal road puts no location on the route",
        "practice.py",
        "return Road(diagonal, path, (Location(min(c1, c2), min(l1, l2)),), RoadKind.DIAGONAL)",
        "return Road(diagonal, path, (), RoadKind.DIAGONAL)",
    ),
    _by_hand(
        "city-corner",
        "a rounded corner road puts no location on the route",
        "practice.py",
        "return Road(corner, tuple(path), (location,), RoadKind.CORNER)",
        "return Road(corner, tuple(path), (), RoadKind.CORNER)",
    ),
    _by_hand(
        "city-shape",
        "a half or large landmark is on the route by any road beside its locations",
        "steps.py",
        "        if mark.roads & sections or mark.meeting_point in crossroads\n",
        "        if mark.roads & sections or mark.meeting_point in crossroads\n"
        "        or set(mark.locations) & locations\n",
    ),
    _by_hand(
        "city-remote",
        "a remote landmark is not reached at its meeting point",
        "steps.py",
        "        if mark.roads & sections or mark.meeting_point in crossroads\n",
        "        if mark.roads & sections\n",
    ),
    _by_hand(
        "rio-iconic",
        "a remote landmark of another colour has no rating",
        "board.py",
        "return self.rating or (self.id if self.kind is LandmarkKind.GREY else None)",
        "return self.rating or self.id if self.kind is LandmarkKind.GREY else None",
    ),
    _by_hand(
        "rio-special",
        "a rated landmark is not special as well",
        "steps.py",
        "landmarks = tuple(mark for mark in passed.of_kind(kind) if mark.id not in passed.idle)",
        "landmarks = tuple(\n"
        "        mark for mark in passed.of_kind(kind)\n"
        "        if mark.id not in passed.idle and not mark.rating\n"
        "    )",
    ),
    _by_hand(
        "cairo-space",
        "tourists beside the map count without their meeting point",
        "steps.py",
        "for cell in board.cells if cell.meeting_point in crossroads}",
        "for cell in board.cells if cell.meeting_point}",
    ),
    _by_hand(
        "cairo-occupied",
        "a space beside the map is an occupied location",
        "measures.py",
        "if not place.name and held[place].total]",
        "if held[place].total]",
    ),
    _by_hand(
        "cairo-crossed",
        "the referee lets tourists stay where a location is crossed out",
        "referee.py",
        "        elif place in marks.crossed:\n",
        "        elif place in ferries:\n",
    ),
    _by_hand(
        "cairo-rounds",
        "a crossed location takes no round",
        "referee.py",
        "    places = tuple(sorted(occupied | crossed))\n",
        "    places = tuple(sorted(occupied))\n",
    ),
    _by_hand(
        "hong-kong-groups",
        "landmarks of a group share one rating between them",
        "steps.py",
        "    ratings = [setup.ratings[track] for _, track in rated]\n",
        "    ratings = [setup.ratings[track] for track in {track for _, track in rated}]\n",
    ),
    _by_hand(
        "hong-kong-ferry",
        "the referee lets tourists stay on a ferry",
        "referee.py",
        "        if place in ferries:\n",
        "        if place in marks.crossed & ferries:\n",
    ),
    _by_hand(
        "london-free",
        "the free section before the game is one too many",
        "referee.py",
        "    return most + city.game.free_sections\n",
        "    return most\n",
    ),
    _by_hand(
        "ride-task",
        "the parts before and behind a ride do not add up for the task",
        "steps.py",
        "            if first < last:\n",
        "            ride = route.ride or 0\n"
        "            if first < last and not walked(first) < ride < walked(last):\n",
    ),
    _by_hand(
        "paris-colour",
        "a special landmark counts without a section of its own colour",
        "steps.py",
        "if city.coloured and mark.kind in city.pairs and not _own_colour(mark, marks, passed)",
        "if city.coloured and not mark.id",
    ),
    _by_hand(
        "paris-disjoint",
        "runs of three colours may share sections",
        "cities/paris.py",
        "        at += RUN if len(kinds) == RUN else 1\n",
        "        at += 1\n",
    ),
    _by_hand(
        "paris-ride",
        "a run spans the ride",
        "cities/paris.py",
        "return tuple(run for part in route.parts for run in _runs(colours, part))",
        "return _runs(colours, route.sections)",
    ),
    _by_hand(
        "paris-start",
        "a closed route has a first section for its runs",
        "cities/paris.py",
        "for start in range(min(RUN, len(route.sections)))",
        "for start in range(min(1, len(route.sections)))",
    ),
    _by_hand(
        "paris-task",
        "the personal task is not doubled",
        "steps.py",
        "    factor = city.game.task_factor\n",
        "    factor = 1\n",
    ),
    _by_hand(
        "paris-stage",
        "a tour is done at its first stage",
        "steps.py",
        "if sum(passed.reaches(place) for place in tour.places) >= tour.last_stage",
        "if sum(passed.reaches(place) for place in tour.places) >= 1",
    ),
    _by_hand(
        "paris-tour",
        "a tour that is done puts no landmark on the route",
        "steps.py",
        "    return replace(passed, landmarks=passed.landmarks + far, idle=idle)\n",
        "    return replace(passed, landmarks=passed.landmarks, idle=idle)\n",
    ),
    _by_hand(
        "paris-table",
        "the board's own diversity table is not used",
        "cities/paris.py",
        "    if case.setup.diversity:\n",
        "    if case.setup.diversity and case.city.diversity is None:\n",
    ),
    _by_hand(
        "paris-bonus",
        "the referee objects to the tourist that a round may add",
        "referee.py",
        "    most = usual + city.game.round_bonus + bonuses\n",
        "    most = usual + bonuses\n",
    ),
    _by_hand(
        "new-york-ticket",
        "the Statue needs no ticket",
        "cities/new_york.py",
        "if symbol.dock is not None and symbol.id in case.marks.tickets",
        "if symbol.dock is not None",
    ),
    _by_hand(
        "new-york-once",
        "the Statue counts for each dock",
        "cities/new_york.py",
        "return (Bonus(rating, docks),) if docks else ()",
        "return tuple(Bonus(rating, (dock,)) for dock in docks)",
    ),
    _by_hand(
        "new-york-points",
        "the 8 PP bonus gives two like any other",
        "cities/new_york.py",
        'POINTS_BONUS, POINTS = "points", 8',
        'POINTS_BONUS, POINTS = "points", 2',
    ),
    _by_hand(
        "new-york-area",
        "a crossed-out bonus of the café area still counts",
        "cities/new_york.py",
        "        if mark is CafeMark.VISITED\n",
        "        if mark in (CafeMark.VISITED, CafeMark.USED)\n",
    ),
    _by_hand(
        "new-york-halves",
        "the task is counted in the half where it is ringed only",
        "steps.py",
        "    return marks.task, frozenset(other & set(board.crossroads_xy))\n",
        "    return (marks.task,)\n",
    ),
    _by_hand(
        "new-york-spots",
        "a hot spot takes one section to draw",
        "referee.py",
        "    drawn = len(marks.sections) + len(marks.sections & marks.hot_spots)\n",
        "    drawn = len(marks.sections)\n",
    ),
    _by_hand(
        "new-york-cafes",
        "the referee wants a ring at every touched café",
        "referee.py",
        "if point in reached and point not in marks.cafes and not city.game.one_cafe_a_round:",
        "if point in reached and point not in marks.cafes:",
    ),
    _by_hand(
        "new-york-given",
        "tourists given at once by a visited café are too many",
        "referee.py",
        "    return max(0, len(marks.cafes) - len(marks.cafe_area) - len(marks.tickets))\n",
        "    return 0\n",
    ),
    _by_search(
        "search-rides",
        "the search takes no ride",
        "rides.py",
        "        if found.worth.key > best.worth.key:\n",
        "        if found.worth.key < 0:\n",
    ),
    _by_search(
        "search-colour",
        "the search counts landmarks by sections of any colour",
        "valuation.py",
        "        if mark.kind in special and city.coloured:\n",
        "        if mark.kind in special and city.coloured and not mark.id:\n",
    ),
    _by_search(
        "search-tours",
        "the search forgets the themed tours",
        "valuation.py",
        "            sums[:, tour.column] += done\n",
        "            sums[:, tour.column] += 0 * done\n",
    ),
    _by_search(
        "search-factor",
        "the search does not double the task",
        "valuation.py",
        "        task_factor=city.game.task_factor,\n",
        "        task_factor=1,\n",
    ),
    _by_search(
        "search-bonuses",
        "the search forgets the city's own steps",
        "valuation.py",
        "        row = {int(_Column.FLAT): bonus.points}\n",
        "        row = {int(_Column.FLAT): 0}\n",
    ),
)
