"""Numbers of dashboards lead to the people whom they count."""

import re
from functools import partial
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest

from submissions.teaching.figures.counted_people import Counted
from tests import recount
from tests.world.counted_staff import Staff

_OF_ATTEMPTS = {Counted.POINTS, Counted.SUITE_APPLIED, Counted.SUITE_UNWRITTEN, Counted.SUITE_PASSED}
"""What counts attempts where all of them are selected."""
_NOT_PEOPLE = {
    "In time", "Late", "Total", "Points lost", "Median, percent", "Points, percent", "Passed, percent",
    "Attempts until overcome", "Hours until overcome", "Discrimination",
}  # fmt: skip
"""Headings of points, attempts over time, and students of several assignments."""


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("attempt", ["", "counts", "first", "all"])
def test_numbers_lead_to_the_people_whom_they_count(staff: Staff, attempt: str) -> None:
    pages = [staff.home, *(f"{home}/{tab}" for home, _ in staff.pages for tab in ("dashboard", "causes"))]
    seen: set[str] = set()
    for address in pages:
        page = staff.open(f"{address}?attempt={attempt}")
        for link in page.soup.select("a[href*='counted=']"):
            to = urljoin(address, str(link["href"]))
            question = dict(parse_qsl(urlsplit(to).query))
            if attempt == "all" and question["counted"] in _OF_ATTEMPTS:
                continue  # of which a student has several
            [assignment] = {id_ for id_ in staff.course.work if id_ in to}
            path = f"/assignments/{assignment}/figures/people"
            told = recount.everything(partial(staff.course.get, **question), path)
            assert len(told) == int(link.get_text().split()[0]), to
            if question["counted"] not in seen:  # for REST, each has its recount
                listed = staff.open(to).soup.select(".people a")
                assert [each.get_text() for each in listed] == [each["name"] for each in told]
                seen.add(question["counted"])
    assert set(Counted) - seen - _OF_ATTEMPTS == set()


def test_every_number_of_people_in_a_table_is_a_link(staff: Staff) -> None:
    for address in (
        staff.home,
        *(f"{home}/{tab}" for home, _ in staff.pages for tab in ("dashboard", "causes")),
    ):
        page = staff.open(address)
        for cell in page.soup.select("main tbody td.number"):
            table = cell.find_parent("table")
            row = cell.find_parent("tr")
            assert table is not None
            assert row is not None
            place = row.find_all(["th", "td"]).index(cell)
            heading = table.select("thead th, thead td")[place].get_text()
            is_whole = re.fullmatch("[1-9][0-9]*", cell.get_text().split(" ")[0]) is not None
            if is_whole and heading not in _NOT_PEOPLE:
                assert cell.select("a[href]"), (address, heading, cell)
