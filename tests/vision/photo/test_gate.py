"""The upload gate: what it lets through upright, and what it refuses with a reason."""

import struct
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
from PIL import Image

from scorer.resources import folder
from scorer.vision.boards.taught import known_pictures
from scorer.vision.photo.gate import (
    MAX_BYTES,
    NotRead,
    NotReadReason,
    Photo,
    has_print,
    open_photo,
    sharpness,
)
from tests.support import photos, scenes

WIDTH, HEIGHT = 640, 500
# Where the stored picture's red top left corner is when upright, for each EXIF orientation.
RED_CORNER = {
    1: ("top", "left"),
    2: ("top", "right"),
    3: ("bottom", "right"),
    4: ("bottom", "left"),
    5: ("top", "left"),
    6: ("top", "right"),
    7: ("bottom", "right"),
    8: ("bottom", "left"),
}
# Where its green top right corner is then.
GREEN_CORNER = {
    1: ("top", "right"),
    2: ("top", "left"),
    3: ("bottom", "left"),
    4: ("bottom", "right"),
    5: ("bottom", "left"),
    6: ("bottom", "right"),
    7: ("top", "right"),
    8: ("top", "left"),
}


def marked() -> np.ndarray:
    """Return a grey picture with a red top left and a green top right corner."""
    rgb = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    rgb[:100, :100] = (220, 20, 20)
    rgb[:100, -100:] = (20, 200, 20)
    return rgb


def corner(rgb: np.ndarray, place: tuple[str, str]) -> list[int]:
    y = 40 if place[0] == "top" else rgb.shape[0] - 40
    x = 40 if place[1] == "left" else rgb.shape[1] - 40
    return [int(value) for value in rgb[y, x]]


def one_bit_png(width: int, height: int) -> bytes:
    """Return a genuine PNG of *width* × *height* black pixels, one bit each."""
    row = b"\0" + bytes((width + 7) // 8)
    packer = zlib.compressobj(9)
    body = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = zlib.crc32(kind + content).to_bytes(4, "big")
        return len(content).to_bytes(4, "big") + kind + content + check

    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([1, 0, 0, 0, 0])
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    )


def refused(data: bytes) -> NotRead:
    answer = open_photo(data)
    assert isinstance(answer, NotRead)
    assert answer.hint.endswith(".")
    return answer


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
def test_opens_every_format(kind: str) -> None:
    photo = open_photo(scenes.encoded(marked(), kind))
    assert isinstance(photo, Photo)
    assert photo.rgb.shape == (HEIGHT, WIDTH, 3)
    assert photo.rgb.dtype == np.uint8
    assert photo.size == (WIDTH, HEIGHT)
    assert np.abs(photo.rgb.astype(int) - marked()).mean() < 3


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "AVIF", "PNG"])
def test_turns_photos_upright(kind: str, orientation: int) -> None:
    photo = open_photo(scenes.encoded(marked(), kind, orientation))
    assert isinstance(photo, Photo)
    lies = orientation >= 5
    assert photo.size == ((HEIGHT, WIDTH) if lies else (WIDTH, HEIGHT))
    assert photo.rgb.shape[:2] == photo.size[::-1]
    red = corner(photo.rgb, RED_CORNER[orientation])
    green = corner(photo.rgb, GREEN_CORNER[orientation])
    assert red[0] > 180 > 90 > red[1]
    assert green[1] > 160 > 90 > green[0]


@pytest.mark.parametrize("progressive", [False, True])
def test_jpegs_have_the_pixels_that_pillow_sees(progressive: bool) -> None:
    file = BytesIO()
    Image.fromarray(marked()).save(file, "JPEG", progressive=progressive)
    photo = open_photo(file.getvalue())
    assert isinstance(photo, Photo)
    with Image.open(file) as same:
        assert np.array_equal(photo.rgb, np.asarray(same))


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("orientation", [1, 6])
def test_a_large_jpeg_is_opened_halved_on_demand(progressive: bool, orientation: int) -> None:
    rgb = np.asarray(Image.fromarray(marked()).resize((4000, 3000)))
    file, exif = BytesIO(), Image.Exif()
    exif[0x0112] = orientation
    Image.fromarray(rgb).save(file, "JPEG", quality=92, progressive=progressive, exif=exif)
    photo = open_photo(file.getvalue(), halved=True)
    assert isinstance(photo, Photo)
    size = (3000, 4000) if orientation == 6 else (4000, 3000)
    assert photo.size == photo.whole.size == size
    assert photo.rgb.shape[:2] == (size[1] // 2, size[0] // 2)
    assert (photo.scale, photo.whole.scale) == (2, 1)
    whole = photo.whole.rgb.astype(int)
    means = (whole[::2, ::2] + whole[1::2, ::2] + whole[::2, 1::2] + whole[1::2, 1::2]) / 4
    assert np.abs(means - photo.rgb).mean() < 1
    again = open_photo(file.getvalue())
    assert isinstance(again, Photo)
    assert again.rgb.shape[:2] == size[::-1]
    assert again.whole is again


@pytest.mark.parametrize(
    ("kind", "size"), [("JPEG", (3990, 3000)), ("JPEG", (4001, 3000)), ("PNG", (4000, 3000))]
)
def test_what_is_small_or_odd_or_no_jpeg_is_never_halved(kind: str, size: tuple[int, int]) -> None:
    photo = open_photo(scenes.encoded(np.full((*size[::-1], 3), 90, np.uint8), kind), halved=True)
    assert isinstance(photo, Photo)
    assert photo.rgb.shape[:2] == size[::-1]
    assert photo.whole is photo


@pytest.mark.parametrize("mode", ["L", "RGBA", "CMYK", "P", "1"])
def test_every_colour_mode_becomes_rgb(mode: str) -> None:
    file = BytesIO()
    Image.fromarray(marked()).convert(mode).save(file, _kind(mode))
    photo = open_photo(file.getvalue())
    assert isinstance(photo, Photo)
    assert photo.rgb.shape == (HEIGHT, WIDTH, 3)


def _kind(mode: str) -> str:
    return "JPEG" if mode == "CMYK" else "PNG"


def test_huge_photos_are_opened_smaller() -> None:
    file = BytesIO()
    Image.new("L", (8400, 5600), 90).save(file, "JPEG")
    photo = open_photo(file.getvalue())
    assert isinstance(photo, Photo)
    assert photo.size == (8400, 5600)
    assert photo.rgb.shape == (2800, 4200, 3)
    assert photo.scale == pytest.approx(2)


def test_refuses_text_named_jpg() -> None:
    assert refused(b"Dear board, how are you?" * 40).reason is NotReadReason.NOT_AN_IMAGE


def test_refuses_an_empty_file() -> None:
    assert "empty" in refused(b"").hint


@pytest.mark.parametrize("data", [b"GIF89a<script>alert(1)</script>", b"<svg></svg>", b"%PDF-1.7"])
def test_refuses_other_kinds_of_files(data: bytes) -> None:
    assert refused(data).reason is NotReadReason.NOT_AN_IMAGE


def heic() -> bytes:
    """Return the sample in the format of iPhones: lying on its side, as they keep it."""
    return (folder("samples") / "photos" / "worked-example.heic").read_bytes()


def with_size(data: bytes, width: int, height: int) -> bytes:
    """Return the HEIC picture *data*, which says that it has another size."""
    at = data.index(b"ispe") + 8
    return data[:at] + struct.pack(">II", width, height) + data[at + 8 :]


@pytest.mark.slow
def test_opens_the_photos_of_iphones_upright() -> None:
    photo = open_photo(heic())
    assert isinstance(photo, Photo)
    assert photo.size == (1600, 1202)
    with Image.open(folder("samples") / "worked-example" / "photo.jpg") as image:
        same = np.asarray(image.resize(photo.size, Image.Resampling.LANCZOS))
    assert np.abs(photo.rgb.astype(int) - same).mean() < 4


@pytest.mark.parametrize("size", [(20_000, 20_000), (9000, 8000)])
def test_a_heic_bomb_is_refused_undecoded(size: tuple[int, int]) -> None:
    assert refused(with_size(heic(), *size)).reason is NotReadReason.TOO_LARGE


@pytest.mark.parametrize("size", [(1600, 1200), (800, 600), (0, 0), (2**32 - 1, 2**32 - 1)])
def test_a_heic_picture_that_lies_about_its_size_is_damaged(size: tuple[int, int]) -> None:
    assert refused(with_size(heic(), *size)).reason is NotReadReason.NOT_AN_IMAGE


def test_says_when_a_heic_picture_is_no_picture() -> None:
    answer = refused(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(100))
    assert answer.reason is NotReadReason.NOT_AN_IMAGE
    assert "HEIC" in answer.hint
    assert "JPEG" in answer.hint


@pytest.mark.slow
def test_damaged_heic_pictures_never_raise() -> None:
    whole, rng = bytearray(heic()), np.random.default_rng(3)
    answers = []
    for _ in range(40):
        broken = whole.copy()
        # What the decoder believes first lies in front.
        for place in rng.integers(12, 1200, 4):
            broken[place] = int(rng.integers(256))
        answers.append(open_photo(bytes(broken)))
    assert {type(answer) for answer in answers} == {Photo, NotRead}


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.001, 0.02, 0.3, 0.7, 0.999])
def test_truncated_heic_pictures_have_a_reason(share: float) -> None:
    whole = heic()
    assert refused(whole[: int(len(whole) * share)]).reason is NotReadReason.NOT_AN_IMAGE


def test_grey_in_16_bits_is_as_bright_as_in_8() -> None:
    grey, file = scenes.grey(marked()), BytesIO()
    Image.fromarray(grey.astype(np.uint16) * 257).save(file, "PNG")
    photo = open_photo(file.getvalue())
    assert isinstance(photo, Photo)
    assert np.array_equal(photo.rgb, np.repeat(grey[..., None], 3, axis=2))


def test_an_orientation_that_is_no_number_does_not_matter() -> None:
    # One entry of EXIF: the orientation, a text of four characters.
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x02\0\0\0\x04odd\0\0\0\0\0"
    file = BytesIO()
    Image.fromarray(marked()).save(file, "JPEG", exif=exif)
    photo = open_photo(file.getvalue())
    assert isinstance(photo, Photo)
    assert photo.size == (WIDTH, HEIGHT)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
def test_truncated_pictures_have_a_reason(kind: str) -> None:
    whole = scenes.encoded(scenes.scene(size=(800, 600), corners_xy=scenes.CORNERS / 2).rgb, kind)
    for share in (0.02, 0.3, 0.7, 0.95):
        answer = open_photo(whole[: int(len(whole) * share)])
        assert isinstance(answer, NotRead)
        assert answer.reason is NotReadReason.NOT_AN_IMAGE


def test_damaged_pictures_never_raise() -> None:
    whole = bytearray(scenes.encoded(marked(), "PNG"))
    rng = np.random.default_rng(3)
    for _ in range(60):
        broken = whole.copy()
        for place in rng.integers(8, len(whole), 4):
            broken[place] = int(rng.integers(256))
        assert isinstance(open_photo(bytes(broken)), Photo | NotRead)


@pytest.mark.slow
def test_a_400_megapixel_bomb_is_refused_without_decoding() -> None:
    bomb = one_bit_png(20_000, 20_000)
    assert len(bomb) < 200_000
    program = (
        "import resource, sys; from scorer.vision.photo.gate import open_photo\n"
        "data = sys.stdin.buffer.read()\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "answer = open_photo(data)\n"
        "after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(answer.reason, (after - before) // 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], input=bomb, capture_output=True, check=True
    )
    reason, grown_mb = done.stdout.decode().split()
    assert reason == "too-large"
    # One decoded byte a pixel would be 400 MB.
    assert int(grown_mb) < 20


@pytest.mark.parametrize("size", [(9000, 8000), (12_000, 9000), (65_000, 1100)])
def test_the_own_cap_comes_before_the_libraries(size: tuple[int, int]) -> None:
    answer = refused(one_bit_png(*size))
    assert answer.reason is NotReadReason.TOO_LARGE
    assert "64 million" in answer.hint


def test_a_picture_of_thousands_of_scans_is_refused_without_decoding() -> None:
    file = BytesIO()
    Image.new("RGB", (2000, 2000)).save(file, "JPEG", progressive=True)
    data = file.getvalue()
    # The last scan again and again, as a decoder would take it for as long as it goes on.
    last = data.rindex(b"\xff\xda")
    many = data[:-2] + data[last:-2] * 3000 + data[-2:]
    begun = perf_counter()
    refused = open_photo(many)
    assert perf_counter() - begun < 1
    assert isinstance(refused, NotRead)
    assert "layers" in refused.hint
    assert isinstance(open_photo(data[:-2] + data[last:-2] * 20 + data[-2:]), Photo)


def test_what_looks_like_scans_in_a_comment_is_none() -> None:
    file = BytesIO()
    Image.new("RGB", (600, 600)).save(file, "JPEG", comment=b"\xff\xda\x00\x02" * 5000)
    assert isinstance(open_photo(file.getvalue()), Photo)


def test_refuses_files_over_20_mb_unopened() -> None:
    assert refused(bytes(25_000_000)).reason is NotReadReason.TOO_LARGE
    assert refused(bytes(MAX_BYTES)).reason is NotReadReason.NOT_AN_IMAGE


@pytest.mark.parametrize("size", [(320, 240), (2000, 300), (1, 1)])
def test_refuses_small_pictures(size: tuple[int, int]) -> None:
    answer = refused(one_bit_png(*size))
    assert answer.reason is NotReadReason.TOO_SMALL
    assert answer.size == size


@pytest.mark.slow
def test_sharpness_falls_with_blur() -> None:
    rgb = scenes.scene(noise=2).rgb
    image = Image.fromarray(rgb)
    blurred = [
        sharpness(
            np.asarray(image.resize((rgb.shape[1] // by, rgb.shape[0] // by)).resize(image.size))
        )
        for by in (1, 4, 12)
    ]
    assert blurred[0] > blurred[1] > blurred[2]


def test_plain_paper_has_no_print_and_every_board_has() -> None:
    for picture in known_pictures(Path("no-such-folder")):
        assert has_print(picture.rgb), picture.board.id
    assert has_print(scenes.first_city().rgb)
    for plain in photos.plain_papers():
        assert not has_print(plain)
