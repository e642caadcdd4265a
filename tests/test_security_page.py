"""What the security page promises is shown by tests that exist, and every case of the red team is claimed."""

import re
from pathlib import Path

from tests.offenders import for_each
from tests.redteam_files import cases

TOP = Path(__file__).parent.parent
PAGE = (TOP / "docs" / "security.md").read_text(encoding="utf-8")
REPORTING = (TOP / "SECURITY.md").read_text(encoding="utf-8")

PROMISES = dict(
    part.split("\n", 1)
    for part in PAGE.partition("## Promises")[2].partition("## Not promised")[0].split("\n### ")[1:]
)
TESTS = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)


def claimed(text: str) -> set[str]:
    """The numbers of the cases in lines such as `Cases E01-E07, E23.` have."""
    found = set()
    for line in re.findall(r"^Cases (.*)\.$", text, flags=re.MULTILINE):
        for part in line.split(", "):
            first, _, last = part.partition("-")
            letter, digits = first[0], len(first) - 1
            for number in range(int(first[1:]), int((last or first)[1:]) + 1):
                found.add(f"{letter}{number:0{digits}}")
    return found


@for_each(("path", "name"), TESTS)
def test_every_test_that_is_named_exists(path: str, name: str) -> None:
    assert f"\ndef {name}(" in (TOP / path).read_text(encoding="utf-8")


@for_each("promise", PROMISES)
def test_every_promise_is_made_to_somebody_and_shown_by_a_test(promise: str) -> None:
    text = PROMISES[promise]
    assert text.strip().startswith("To ")
    assert re.search(r"^\* `tests/[\w/]+\.py::\w+`", text, flags=re.MULTILINE)


def test_every_case_of_the_red_team_belongs_to_a_promise() -> None:
    assert claimed(PAGE) == {case.id.partition("_")[0] for case in cases()}


def test_there_are_promises_and_what_is_not_promised() -> None:
    assert len(PROMISES) >= 10
    assert PAGE.partition("## Not promised")[2].count("\n* ") >= 5


def test_how_to_report_a_hole_is_said_without_anybodys_address() -> None:
    assert "docs/security.md" in REPORTING
    assert "SECURITY.md" in PAGE
    assert not re.search(r"[\w.]+@[\w.]+\.\w+", REPORTING + PAGE)
