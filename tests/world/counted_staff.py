"""A teacher who looks at a counted class, and the tables that the pages show."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.recount import CountedAssignment, CountedCourse, Filter
from tests.world.browser import Browser
from tests.world.pages import Page

ZONE = ZoneInfo("Europe/Madrid")
SUNDAY = datetime(2026, 10, 25, tzinfo=ZONE)
"""It has 25 hours."""
FILTERS = {
    "": Filter(),
    "section=Friday&attempt=all": Filter(section="Friday", attempt="all"),
    "since=2026-10-25&until=2026-10-25&attempt=last": Filter(
        since=SUNDAY, until=SUNDAY + timedelta(days=1), attempt="last"
    ),
}
NUMBER = re.compile(r"-?[0-9.]*")
Rows = list[list[str]]


@dataclass(frozen=True)
class Staff:
    """A teacher at a browser, and what the class is by REST."""

    course: CountedCourse
    browser: Browser
    filters: Mapping[str, Filter] = field(default_factory=lambda: FILTERS)
    """By the query of a page."""
    _opened: dict[str, Page] = field(default_factory=dict)
    _downloaded: dict[str, Rows] = field(default_factory=dict)

    @property
    def home(self) -> str:
        """The first page of the course."""
        return f"/teach{self.course.path}"

    @property
    def pages(self) -> Iterator[tuple[str, CountedAssignment]]:
        """The address of each assignment for staff, and what it is by REST."""
        return ((f"/teach/assignments/{id_}", work) for id_, work in self.course.work.items())

    @property
    def zone(self) -> ZoneInfo:
        """Of the course."""
        return ZoneInfo(self.course.get(self.course.path)["zone"])

    def open(self, address: str) -> Page:
        """A page, which is parsed once for all tests: none of them changes anything."""
        if address not in self._opened:
            self._opened[address] = self.browser.open(address)
        return self._opened[address]

    def download(self, address: str) -> Rows:
        """The same as a spreadsheet gets it."""
        if address not in self._downloaded:
            answer = self.browser.client.get(address)
            assert answer.status_code == 200
            self._downloaded[address] = list(csv.reader(io.StringIO(answer.text)))[1:]
        return self._downloaded[address]


def figure_table(page: Page, figure: str) -> Rows:
    """The table of a figure on a page, without its headings and without the dash of what is not there."""
    rows = page.soup.select(f"section:has(#figure-{figure}) tbody tr")
    return [[cell.get_text().strip().strip("–") for cell in row.find_all(["td", "th"])] for row in rows]


def as_numbers(cells: Iterable[str]) -> list[float | None]:
    """Numbers as they are written; a dash and nothing are none."""
    return [float(each.replace(",", "")) if each.strip("– ") else None for each in cells]


def nearly(values: Iterable[float | None]) -> Any:
    return [value if value is None else pytest.approx(value, abs=0.051) for value in values]
