"""The commands run in this process, and how they refuse."""

from pathlib import Path

from click.testing import CliRunner, Result

from scorer import cli


def scorer(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    """Run the command with *arguments*."""
    return CliRunner().invoke(cli.main, [str(part) for part in arguments], input=stdin)


def refused(result: Result, *words: str) -> None:
    """Check that *result* is a refusal that says all of *words*, and no traceback."""
    assert result.exit_code == 2, result.output
    assert not result.stdout
    for word in (*words, "Error: "):
        assert word in result.stderr
    assert "Traceback" not in result.stderr


EXAMPLE = Path(__file__).parents[2] / "samples" / "worked-example"
