"""What a page says, by the name of the word: a test does not break when its text is put better."""

from functools import partial

from scorer.web.serving.words import text_in

# The word called so in English, its blanks filled in.
said = partial(text_in, "en")


def final(name: str) -> str:
    """What stands beside a total that is final: that it is, and the word called *name*."""
    return said("list").join([said("result.final"), said(name)])
