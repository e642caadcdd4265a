"""What the security page promises is shown by tests that exist, and every case of the red team is claimed."""

import re
import tomllib
from pathlib import Path
from typing import Any

from tests.offenders import for_each
from tests.redteam_files import cases

TOP = Path(__file__).parent.parent
PAGE = (TOP / "docs" / "security.md").read_text(encoding="utf-8")
REPORTING = (TOP / "SECURITY.md").read_text(encoding="utf-8")
PROMISES: list[dict[str, Any]] = tomllib.loads(
    (TOP / "tests" / "redteam" / "promises.toml").read_text(encoding="utf-8")
)["promise"]
LONGEST = 1500
"""Words: two pages."""


def claimed() -> set[str]:
    """The numbers of all cases, of which `E01-E07` means seven."""
    found = set()
    for part in (part for promise in PROMISES for part in promise.get("cases", ())):
        first, _, last = part.partition("-")
        letter, digits = first[0], len(first) - 1
        for number in range(int(first[1:]), int((last or first)[1:]) + 1):
            found.add(f"{letter}{number:0{digits}}")
    return found


@for_each("name", [name for promise in PROMISES for name in promise["tests"]])
def test_every_test_that_is_named_exists(name: str) -> None:
    path, _, function = name.partition("::")
    assert f"\ndef {function}(" in (TOP / path).read_text(encoding="utf-8")


def test_the_page_promises_what_tests_show_and_nothing_else() -> None:
    promised = PAGE.partition("## Not promised")[0]

    assert sorted(re.findall(r"^\* \*\*(.+?)\.\*\*", promised, flags=re.MULTILINE)) == sorted(
        promise["says"] for promise in PROMISES
    )
    assert all(promise["tests"] for promise in PROMISES)


def test_every_case_of_the_red_team_belongs_to_a_promise() -> None:
    assert claimed() == {case.id.partition("_")[0] for case in cases()}


def test_what_is_not_promised_is_said_too_and_all_of_it_is_two_pages() -> None:
    assert PAGE.partition("## Not promised")[2].count("\n* ") >= 5
    assert len(PAGE.split()) <= LONGEST


def test_how_to_report_a_hole_is_said_without_anybodys_address() -> None:
    assert "docs/security.md" in REPORTING
    assert "SECURITY.md" in PAGE
    assert not re.search(r"[\w.]+@[\w.]+\.\w+", REPORTING + PAGE)
