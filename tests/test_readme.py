"""The README is short, begins with what matters, and its commands exist."""

import re
import shlex
from pathlib import Path

from api.commands._parser import parser
from tests.offenders import for_each

TOP = Path(__file__).parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
LINES = README.splitlines()
SCREEN = 60
"""Lines of a screen; the README has one and a half."""
FIRST = LINES[: SCREEN // 2]


def test_it_has_a_screen_and_a_half() -> None:
    assert len(LINES) <= SCREEN * 1.5


def test_its_first_lines_say_what_it_is_show_it_and_start_it() -> None:
    commands = [line.split("#")[0].strip() for line in FIRST if line.startswith("    make")]

    assert FIRST[0] == "# Backgrade"
    assert FIRST[2].startswith("An autograder for backprop assignments")
    assert any("](docs/images/result.png)" in line for line in FIRST)
    assert commands == ["make run", "make examples"]


def test_it_names_the_command_that_runs_the_tests() -> None:
    """The one that the gate runs."""
    assert re.search(r"^    make test ", README, flags=re.MULTILINE)
    assert re.search(r"\bmake test\b", (TOP / ".ci" / "run").read_text(encoding="utf-8"))


@for_each("line", re.findall(r"^    \.venv/bin/backgrade (.+)$", README, flags=re.MULTILINE))
def test_its_commands_exist_and_take_what_is_written(line: str) -> None:
    command, *arguments = shlex.split(line, comments=True)

    assert parser().parse_args([command, *arguments]).command == command
