"""Which families of art belong to which split: those learned from, and those kept apart."""

from dataclasses import dataclass
from enum import StrEnum

from samples.simulator.art import figures, frames, streets, textures
from samples.simulator.art.figures import Figure
from samples.simulator.art.frames import Frame
from samples.simulator.art.streets import Street
from samples.simulator.art.textures import Texture


class Split(StrEnum):
    """A half of all the art; no family is in both."""

    TRAIN = "train"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class Families:
    """What a style is put together from."""

    textures: tuple[Texture, ...]
    streets: tuple[Street, ...]
    frames: tuple[Frame, ...]
    icons: tuple[Figure, ...]
    scenes: tuple[Figure, ...]
    cafes: tuple[Figure, ...]
    spots: tuple[Figure, ...]


FAMILIES = {
    Split.TRAIN: Families(
        textures=(
            textures.plain,
            textures.cloudy,
            textures.hatched,
            textures.striped,
            textures.shards,
            textures.dotted,
            textures.parcels,
        ),
        streets=(
            streets.bare,
            streets.kerbed,
            streets.dashed,
            streets.studded,
            streets.chevroned,
            streets.banded,
            streets.zebra,
        ),
        frames=(frames.tinted_frame, frames.bordered, frames.cornered),
        icons=(
            figures.temple,
            figures.tower,
            figures.wheel,
            figures.trees,
            figures.blobs,
            figures.flourish,
            figures.solids,
        ),
        scenes=(figures.houses, figures.trees, figures.signs, figures.blobs, figures.flourish),
        cafes=(
            figures.cup_disc,
            figures.letter_disc,
            figures.hexagon,
            figures.target,
            figures.checked,
            figures.arcade,
            figures.spokes,
            figures.cutlery,
            figures.windrose,
            figures.solids,
            figures.blobs,
            figures.flourish,
            figures.temple,
            figures.tower,
        ),
        spots=(figures.coin, figures.flower),
    ),
    Split.TEST: Families(
        textures=(
            textures.woodcut,
            textures.cobbles,
            textures.washed,
            textures.halftone,
            textures.scenic,
            textures.bricks,
            textures.leafy,
        ),
        streets=(streets.railed, streets.plazas, streets.edged_twice),
        frames=(frames.double, frames.ribbon, frames.medallion),
        icons=(figures.bridge, figures.boat, figures.spiral, figures.crown),
        scenes=(figures.skyline, figures.glyphs),
        cafes=(figures.cup_badge, figures.table_spot),
        spots=(figures.lozenge,),
    ),
}
