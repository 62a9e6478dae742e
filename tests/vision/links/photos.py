"""One simulated photo of the practice map, made once for all tests of a process."""

from functools import cache

from samples.simulator.linkmaps.photo import MapPhoto, simulate_map
from samples.simulator.strata import Kind
from scorer.vision.links.picture import MapPicture, load_map_picture


def bay() -> MapPicture:
    return load_map_picture("lantern-bay")


@cache
def photo_of_bay(seed: int = 31, kind: Kind = Kind.EASY) -> MapPhoto:
    picture = bay()
    return simulate_map(picture.map, picture.rgb, kind, (seed,), 1.2)
