"""Makes the committed samples anew: ``python -m samples.make_samples``.

The result is the same on every run; only another board, marks or simulator change it.
"""

from pathlib import Path

from samples.simulator.__main__ import write_photo
from samples.simulator.board.printedpage import printed
from samples.simulator.photo import simulate
from samples.simulator.strata import Kind
from scorer.rules.city.city import City, load_city
from scorer.rules.position.marks import parse_marks

HERE = Path(__file__).parent
EXAMPLE_SEED = (105, 26)
SAMPLES = {Kind.EASY: 4, Kind.MEDIUM: 6, Kind.HARD: 4}
SEED = 2026
MOST_BYTES = 340_000


def make_example(city: City, folder: Path) -> None:
    """Write the photo of the worked example, and its truth, beside its marks in *folder*."""
    page = printed(city.practice_board, city)
    marks = parse_marks((folder / "marks.json").read_bytes()).checked_on(page.board)
    photo = simulate(page, city, Kind.EASY, EXAMPLE_SEED, 6.0, marks, most_bytes=1_400_000)
    write_photo(photo, folder, "photo", "truth")


def make_photos(city: City, folder: Path) -> None:
    """Write the further samples, from easy to hard, into *folder*."""
    page = printed(city.practice_board, city)
    folder.mkdir(exist_ok=True)
    for kind, count in SAMPLES.items():
        for index in range(count):
            photo = simulate(page, city, kind, (SEED, index), 2.0, most_bytes=MOST_BYTES)
            write_photo(photo, folder, f"{kind.value}-{index + 1}")


if __name__ == "__main__":
    first_city = load_city("first-city")
    make_example(first_city, HERE / "worked-example")
    make_photos(first_city, HERE / "photos")
