"""Which networks are asked: about tourists, on photos without colours, others."""

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.vision.decide.interpret import interpret
from scorer.vision.evidence.networks import network
from tests.support.drawings import Sheet, without_colours

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("grey", [False, True])
def test_tourists_without_colours_are_shown_to_networks_of_their_own(
    grey: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, asked, word = Sheet(), [], network._word
    sheet.section("b1-c1")
    sheet.tourists("B2", "cst")

    def noted(name: str, pictures: NDArray[np.float32]) -> NDArray[np.float32]:
        asked.append(name)
        return word(name, pictures)

    monkeypatch.setattr(network, "_word", noted)
    photo = sheet.photo()
    # Where nothing was seen a photo in colour has none either.
    photo.seen[:, 300:] = False
    photo.rgb[:, 300:] = 0
    interpret(without_colours(photo) if grey else photo, sheet.board)
    own = {"shapes-grey", "kinds-grey"} if grey else {"shapes", "kinds"}
    assert set(asked) == {"sections", "points"} | own
