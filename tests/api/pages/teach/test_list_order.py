"""The lists of a course sort by each column, both ways round: submissions, assignments, who needs help."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest

from submissions.tables.name_key import name_key
from tests.world.counted_staff import Staff
from tests.world.pages import Page

LISTS = ("submissions", "assignments", "watch")


def _links(page: Page) -> dict[str, str]:
    """The address of each heading that sorts."""
    return {link.get_text(): str(link["href"]) for link in page.soup.select("thead th a")}


def _column(page: Page, heading: str) -> list[str]:
    head, *rows = page.rows
    place = [each.rstrip(" ↑↓") for each in head].index(heading)
    return [row[place] for row in rows]


@pytest.mark.parametrize("name", LISTS)
def test_each_heading_sorts_and_turns_round(staff: Staff, name: str) -> None:
    address = f"{staff.home}/{name}"
    first = staff.open(address)
    assert len(_links(first)) >= 5
    for text, link in _links(first).items():
        heading = text.rstrip(" ↑↓")
        [sort] = parse_qs(urlsplit(link).query)["sort"]
        up, down = (staff.open(f"{address}?sort={sort}{turn}") for turn in ("", "&down=1"))
        cells = [_column(each, heading) for each in (up, down)]
        assert sorted(cells[0]) == sorted(cells[1])
        assert [each.get_text() for each in up.soup.select("th[aria-sort=ascending]")] == [f"{heading} ↑"]
        assert [each.get_text() for each in down.soup.select("th[aria-sort=descending]")] == [f"{heading} ↓"]
        assert parse_qs(urlsplit(_links(up)[f"{heading} ↑"]).query)["down"] == ["1"]
        key = _KEYS.get(heading)
        if key is not None:
            known = [[key(cell) for cell in each if cell.strip("–")] for each in cells]
            assert known[0] == sorted(known[0])
            assert known[1] == sorted(known[0], reverse=True)


def _points(text: str) -> float:
    earned, possible = text.replace(",", "").split(" / ")
    return float(earned) / float(possible)


_KEYS: dict[str, Callable[[str], str | float]] = {
    "Student": name_key,
    "Attempt": int,
    "Attempts": int,
    "Submissions": int,
    "Students": int,
    "Points": _points,
    "First cause": name_key,
}
"""What cells are compared by, where they say all of it. An assignment's cell has a link to edit it beside."""


def test_titles_are_in_the_order_of_people(staff: Staff) -> None:
    submissions = _column(staff.open(f"{staff.home}/submissions?sort=assignment"), "Assignment")
    watched = _column(staff.open(f"{staff.home}/watch?sort=assignment"), "Assignment")
    assert submissions == sorted(submissions, key=name_key)
    assert watched == sorted(watched, key=name_key)


def test_submissions_of_a_course_have_pages_that_keep_the_order(
    staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    from api.pages import teach_course_submissions

    address = f"{staff.home}/submissions"
    whole = [row[:4] for row in staff.open(f"{address}?sort=student").rows[1:]]
    monkeypatch.setattr(teach_course_submissions, "_ON_A_PAGE", 7)
    page = staff.open(f"{address}?sort=student")
    found = [row[:4] for row in page.rows[1:]]
    while "Next page" in page.links:
        page = staff.open(address + page.links["Next page"])
        found += [row[:4] for row in page.rows[1:]]
    assert found[: len(whole)] == whole


def test_who_needs_help_says_whom_it_puts_first(staff: Staff) -> None:
    address = f"{staff.home}/watch"
    assert "The most urgent are first." in staff.open(address).text
    assert "The most urgent are first." not in staff.open(f"{address}?sort=student").text
    form = staff.open(f"{address}?sort=student&down=1").form("Search")
    assert (form.values["sort"], form.values["down"]) == ("student", "1")


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("query", ["sort=nonsense", "sort=%00", "down=maybe"])
def test_an_order_that_is_none_is_told_so(staff: Staff, name: str, query: str) -> None:
    assert staff.open(f"{staff.home}/{name}?{query}").status == 422
