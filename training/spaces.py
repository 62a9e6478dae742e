"""The network that says whether a bus stands on a space of a map, and what colour it is.

``harvest`` cuts spaces out of simulated photos, ``train`` learns from them.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from torch import nn

from scorer.rules.ticket_to_ride.map import load_map, map_names, read_map
from scorer.vision.links.cut import LONG, WIDE, cut, flatten_page
from scorer.vision.links.find import find_page
from scorer.vision.links.picture import MapPicture, load_map_picture, open_map_picture
from scorer.vision.photo.gate import Photo, open_photo
from training.course import Course, add_course
from training.export import export
from training.forward import exactly
from training.loop import begin, learn

EMPTY, BUS, HIDDEN = range(3)
# Black plastic throws back so little that its logarithm would run away.
_DARKEST = 0.02


class SpaceNet(nn.Module):
    """From (N, 6, 32, 32) to (N, 9): three scores, colours' logarithms, logarithms of errors."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for before, after, stride in ((6, 16, 2), (16, 24, 1), (24, 32, 2), (32, 48, 1)):
            layers += [nn.Conv2d(before, after, 3, stride, 1), nn.BatchNorm2d(after), nn.ReLU()]
        self.seen = nn.Sequential(*layers, nn.Conv2d(48, 64, 3, 2, 1), nn.ReLU())
        self.told = nn.Sequential(nn.Flatten(), nn.Linear(64 * 16, 64), nn.ReLU(), nn.Linear(64, 9))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return scores, colours, and how far off each of these may be."""
        told: torch.Tensor = self.told(self.seen(seen))
        return told


def picture_for(truth: dict[str, object], folder: Path) -> MapPicture:
    """Return the picture of the map that a truth in *folder* names."""
    name = str(truth["map"])
    if name in map_names():
        return load_map_picture(load_map(name).id)
    home = folder / "maps" / name
    map_ = read_map((home / "map.json").read_bytes())
    return open_map_picture(map_, (home / "picture.png").read_bytes())


def harvest(folders: list[Path], output: Path) -> None:
    """Write the spaces of all photos in *folders* with what stands on them."""
    seen, what, tones, photo = [], [], [], []
    for folder in folders:
        for file in sorted(folder.glob("*.json")):
            truth = json.loads(file.read_text())
            opened = open_photo((folder / truth["photo"]).read_bytes())
            assert isinstance(opened, Photo)
            picture = picture_for(truth, folder)
            located = find_page(opened, picture)
            if located is None:
                print(f"{file}: the map was not found")
                continue
            cuttings = cut(flatten_page(opened.rgb, picture, located.mapping), picture)
            for name, number in cuttings.of:
                owner = truth["links"].get(name)
                hidden = number in truth["hidden"].get(name, ())
                what.append(HIDDEN if hidden else BUS if owner else EMPTY)
                tones.append(truth["tones"][owner] if owner else (0.0, 0.0, 0.0))
            photo += [file.stem] * len(cuttings.of)
            seen.append((np.clip(cuttings.seen, 0, 1.2) * 200).astype(np.uint8))
    np.savez_compressed(
        output, seen=np.concatenate(seen), what=what, tones=np.array(tones, np.float32), photo=photo
    )


def train(options: argparse.Namespace) -> None:
    """Learn; every tenth photo is kept apart to tell how well."""
    parts = [np.load(path) for path in options.examples]
    seen = torch.from_numpy(np.concatenate([part["seen"] for part in parts]))
    what = torch.from_numpy(np.concatenate([part["what"] for part in parts]))
    tones = torch.from_numpy(np.log(np.concatenate([part["tones"] for part in parts]) + _DARKEST))
    names = np.concatenate([part["photo"] for part in parts])
    # Photos come in rounds of three of one map: whole rounds are kept apart.
    apart = torch.from_numpy(np.array([int(name[-4:]) // 3 % 10 == 9 for name in names]))
    torch.manual_seed(options.seed)
    net = begin(SpaceNet(), options)
    ours = torch.nonzero(~apart)[:, 0]

    def loss(_: np.random.Generator) -> torch.Tensor:
        some = ours[torch.randint(len(ours), (options.batch,))]
        batch = _reprinted(seen[some].float() / 200, what[some])
        batch, colours = _varied(batch, tones[some])
        batch, kind = _covered(_blurred(_shifted(batch)), what[some])
        told = exactly(net, batch)
        total = nn.functional.cross_entropy(told[:, :3], kind, label_smoothing=0.002)
        buses = kind == BUS
        if buses.any():
            off = (told[buses, 3:6] - colours[buses]).abs()
            total = total + torch.where(off < 1, 0.5 * off**2, off - 0.5).mean()
            # How far off it was is learned beside, and changes nothing of the colours.
            size = told[buses, 6:].clamp(-5, 2)
            total = total + 0.1 * (off.detach() * torch.exp(-size) + size).mean()
        return total

    course = Course(options.steps, options.rate, options.seed)
    weights = options.output.with_suffix(".pt")
    learn(
        net, loss, course, weights, lambda: str(_tried(net, seen[apart], what[apart], tones[apart]))
    )
    export(net, (6, 32, 32), options.output)


def _varied(seen: torch.Tensor, tones: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return *seen* (N, 6, 32, 32) mirrored, in other colours, brighter or darker; and *tones*."""
    if torch.rand(()) < 0.5:
        seen = seen.flip(2)
    if torch.rand(()) < 0.5:
        seen = seen.flip(3)
    if torch.rand(()) < 0.6:
        order = torch.randperm(3)
        seen = seen[:, torch.cat([order, order + 3])]
        tones = tones[:, order]
    gain = 1 + 0.12 * torch.randn(len(seen), 3)
    photo = seen[:, :3] * gain[..., None, None]
    photo = photo + 0.02 * torch.randn_like(photo)
    # Values are roots of the light, so their gain counts twice in the logarithm.
    return torch.cat([photo, seen[:, 3:]], 1), tones + 2 * torch.log(gain.clamp(min=0.3))


def _reprinted(seen: torch.Tensor, what: torch.Tensor) -> torch.Tensor:
    """Return *seen* with other print under it, so that no shape of a space means a bus.

    Of half of the empty spaces photo and blank page are turned, moved and scaled alike; under
    half of the buses the page becomes another space's. Patterns are printed over both.
    """
    photo, blank = seen[:, :3], seen[:, 3:]
    count = len(seen)
    off = (photo - blank).abs().amax(1, keepdim=True)
    stands = nn.functional.avg_pool2d((off > 0.1).float(), 3, 1, 1) > 0.3
    bus = (what == BUS)[:, None, None, None]
    chosen = (torch.rand(count) < 0.55)[:, None, None, None] & (what != HIDDEN)[:, None, None, None]
    # All pages turned and scaled at random; a bus stays where it is.
    turn = 6.3 * torch.rand(count)
    size = 0.5 + 1.2 * torch.rand(count, 2)
    cos, sin, shift = torch.cos(turn), torch.sin(turn), 0.5 * torch.randn(count, 2)
    rows = [
        torch.stack([cos * size[:, 0], -sin * size[:, 1], shift[:, 0]], 1),
        torch.stack([sin * size[:, 0], cos * size[:, 1], shift[:, 1]], 1),
    ]
    grid = nn.functional.affine_grid(torch.stack(rows, 1), [count, 6, 32, 32], align_corners=False)
    moved = nn.functional.grid_sample(
        torch.cat([photo, blank], 1), grid, padding_mode="reflection", align_corners=False
    )
    # What a bus next to it brings into the middle is no print.
    fits = (moved[:, :3] - moved[:, 3:]).abs().amax(1)[:, 10:22, 4:28].mean((1, 2)) < 0.12
    empty = chosen & ~bus & fits[:, None, None, None]
    photo = torch.where(empty, moved[:, :3], photo)
    blank = torch.where(empty, moved[:, 3:], blank)
    other = moved[torch.randperm(count), 3:]
    under = chosen & bus
    photo = torch.where(under & ~stands, other, photo)
    blank = torch.where(under, other, blank)
    pattern = _pattern(count) * (torch.rand(count, 1, 1, 1) < 0.5)
    printed = torch.where(bus & stands, photo, photo + pattern)
    return torch.cat([printed, blank + pattern], 1).clamp(0, 1.2)


def _pattern(count: int) -> torch.Tensor:
    """Return stripes and blots (count, 3, 32, 32) in random colours, about 0."""
    line = torch.linspace(-1, 1, 32)
    y, x = torch.meshgrid(line, line, indexing="ij")
    turn, wave = (6.3 * torch.rand(count, 1, 1) for _ in range(2))
    along = x * torch.cos(turn) + y * torch.sin(turn)
    stripes = torch.sin(along * (2 + 14 * torch.rand(count, 1, 1)) + wave)
    sharp = torch.tanh(stripes * (1 + 6 * torch.rand(count, 1, 1)))
    at, radius = torch.rand(count, 2, 1, 1) * 1.6 - 0.8, 0.1 + 0.7 * torch.rand(count, 2, 1, 1)
    far = ((x - at[:, :1]) / radius[:, :1]) ** 2 + ((y - at[:, 1:]) / radius[:, 1:]) ** 2
    blot = torch.sigmoid(6 * (1 - far[:, 0]))
    one, two = (0.22 * torch.randn(count, 3, 1, 1) for _ in range(2))
    return one * sharp[:, None] + two * blot[:, None]


def _shifted(seen: torch.Tensor) -> torch.Tensor:
    """Return *seen* with the page a little off where the photo shows it, turned and scaled."""
    count = len(seen)
    much = (torch.rand(count, 1, 1) < 0.7).float()
    plain = torch.eye(2, 3).expand(count, 2, 3)
    off = torch.randn(count, 2, 3) * torch.tensor([[0.015, 0.015, 0.035], [0.015, 0.015, 0.05]])
    grid = nn.functional.affine_grid(plain + much * off, [count, 3, 32, 32], align_corners=False)
    page = nn.functional.grid_sample(seen[:, 3:], grid, padding_mode="border", align_corners=False)
    return torch.cat([seen[:, :3], page], 1)


def _blurred(seen: torch.Tensor) -> torch.Tensor:
    """Return *seen* with some of the photos, and some of the pages, less sharp."""
    soft = nn.functional.avg_pool2d(seen, 3, 1, 1, count_include_pad=False)
    share = torch.rand(len(seen), 2) * (torch.rand(len(seen), 2) < 0.4).float()
    share = share.repeat_interleave(3, 1)[..., None, None]
    return seen + share * (soft - seen)


def _covered(seen: torch.Tensor, what: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return *seen* with glare, hands and cards over a part, and what then stands there."""
    seen, what = seen.clone(), what.clone()
    line = torch.arange(32.0)
    y, x = torch.meshgrid(line, line, indexing="ij")
    # The space itself, in the middle of the cutting.
    inside = ((x - 15.5).abs() < 16 / LONG) & ((y - 15.5).abs() < 16 / WIDE)
    for i in torch.nonzero(torch.rand(len(seen)) < 0.14)[:, 0].tolist():
        at, turn = torch.rand(2) * 40 - 4, float(torch.rand(()) * 6.3)
        if torch.rand(()) < 0.45:
            radius = 5 + 14 * torch.rand(2)
            glow = torch.exp(-(((x - at[0]) / radius[0]) ** 2 + ((y - at[1]) / radius[1]) ** 2))
            share = (2.2 * glow * torch.rand(()) ** 0.5)[None]
            light = seen[i, :3] ** 2 + share * (0.9 + 0.2 * torch.rand(3))[:, None, None]
            seen[i, :3] = light.clamp(max=1.1).sqrt()
            lost = (share[0] > 0.8) & inside
        else:
            along = (x - at[0]) * np.cos(turn) + (y - at[1]) * np.sin(turn)
            share = torch.sigmoid(along * (0.5 + 2 * torch.rand(())))[None]
            shade = torch.rand(3)[:, None, None] * (1 + 0.1 * torch.rand(()) * torch.sin(x / 3))
            seen[i, :3] = seen[i, :3] * (1 - share) + shade * share
            lost = (share[0] > 0.5) & inside
        if float(lost.sum() / inside.sum()) >= 0.5:
            what[i] = HIDDEN
    return seen, what


def _tried(
    net: nn.Module, seen: torch.Tensor, what: torch.Tensor, tones: torch.Tensor
) -> dict[str, float]:
    """Return how often each kind is told wrongly, and by how much colours are off."""
    net.eval()
    with torch.no_grad():
        told = torch.cat([exactly(net, part.float() / 200) for part in seen.split(256)])
    net.train()
    best = told[:, :3].argmax(1)
    found = {
        name: round(float((best[what == kind] != kind).float().mean()), 5)
        for name, kind in (("empty", EMPTY), ("bus", BUS), ("hidden", HIDDEN))
    }
    buses = what == BUS
    off = (told[buses, 3:6] - tones[buses]).abs()
    told_off = torch.exp(told[buses, 6:])
    return found | {
        "colour": round(float(off.mean()), 3),
        "told": round(float((off / told_off).mean()), 3),
    }


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m training.spaces", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("harvest", help="cut spaces out of photos")
    one.add_argument("folders", type=Path, nargs="+")
    one.add_argument("-o", "--output", type=Path, required=True)
    two = commands.add_parser("train", help="learn from what was cut out")
    two.add_argument("examples", type=Path, nargs="+")
    add_course(two, steps=6_000, rate=3e-3, batch=64)
    two.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    if options.command == "harvest":
        harvest(options.folders, options.output)
    else:
        train(options)


if __name__ == "__main__":
    main()
