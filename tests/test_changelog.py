"""The changelog has a section for each release, short enough to read, and one for what comes next."""

import re
import tomllib
from pathlib import Path

from tests.offenders import for_each

TOP = Path(__file__).parent.parent
TEXT = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
VERSION = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
NEXT, *RELEASES = TEXT.split("\n## ")[1:]
MOST = 50
"""Lines of one release. Who reads more of them than that?"""


def numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]


def title(release: str) -> str:
    return release.partition("\n")[0]


def test_what_comes_next_stands_first() -> None:
    assert title(NEXT) == "Unreleased"


def test_the_newest_release_is_the_version_of_the_project() -> None:
    assert title(RELEASES[0]).split(" - ")[0] == VERSION


@for_each("release", RELEASES, ids=title)
def test_a_release_has_a_version_and_a_day(release: str) -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+ - \d{1,2} [A-Z][a-z]+ \d{4}", title(release))


def test_releases_stand_newest_first() -> None:
    versions = [numbers(title(release).split(" - ")[0]) for release in RELEASES]

    assert versions == sorted(versions, reverse=True)


@for_each("release", RELEASES, ids=title)
def test_a_release_is_grouped_and_short(release: str) -> None:
    groups = re.findall(r"^### (.+)$", release, flags=re.MULTILINE)

    assert groups == [each for each in ("Added", "Changed", "Fixed") if each in groups]
    assert 0 < release.count("\n- ") <= MOST
