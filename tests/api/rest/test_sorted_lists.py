"""Lists over REST in the order of a column, and who may ask for which."""

import shutil
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from submissions.teaching.results.assignment_order import OF_STAFF, AssignmentColumn
from submissions.teaching.results.ordering import SubmissionColumn
from submissions.teaching.watch.watch_list import WatchColumn
from tests.api.rest.interface import Interface, interface

LISTS = {"submissions": SubmissionColumn, "assignments": AssignmentColumn, "watch-list": WatchColumn}


def _parts(api: Interface, address: str, asked: dict[str, Any]) -> Iterator[list[str]]:
    cursor = None
    while True:
        params = {**asked, "limit": 2, **({"cursor": cursor} if cursor else {})}
        answer = api.owner().get(address, params=params)
        assert answer.status_code == 200, answer.text
        yield [each["id"] for each in answer.json()["items"]]
        cursor = answer.json()["next_cursor"]
        if cursor is None:
            return


@pytest.fixture(scope="module")
def full(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Interface]:
    """Three assignments, of which the second has no due date; three students, who submit to the first.

    All tests look at the same: none of them changes it.
    """
    folder = tmp_path_factory.mktemp("lists")
    with interface(f"sqlite:///{shutil.copy(sqlite_template, folder / 'backgrade.db')}", folder) as api:
        for title, due_at in (("Zeta", None), ("alpha", "2031-01-01T00:00:00Z")):
            made = api.owner().post(f"{api.course}/assignments", json={"title": title, "due_at": due_at})
            assert made.status_code == 201
        for number in range(3):
            api.submit(api.student(), f"x = {number}")
        yield api


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize(
    ("name", "sort"),
    [(name, sort) for name in ("submissions", "assignments") for sort in LISTS[name]],
)
def test_a_sorted_list_of_a_course_comes_in_parts_that_make_the_whole(
    full: Interface, name: str, sort: str, order: str
) -> None:
    asked = {"sort": sort, "order": order}
    whole = full.owner().get(f"{full.course}/{name}", params=asked).json()["items"]

    assert [*chain(*_parts(full, f"{full.course}/{name}", asked))] == [each["id"] for each in whole]
    assert len(whole) == 3


def test_assignments_are_sorted_by_title_and_by_due_date(full: Interface) -> None:
    def values(sort: str, field: str, order: str) -> list[str | None]:
        asked = {"sort": sort, "order": order}
        answer = full.owner().get(f"{full.course}/assignments", params=asked)
        return [each[field] for each in answer.json()["items"]]

    up, down = (values("title", "title", order) for order in ("asc", "desc"))
    assert up == down[::-1] == sorted(up, key=lambda title: (title or "").casefold())
    up, down = (values("due", "due_at", order) for order in ("asc", "desc"))
    dates = sorted(date for date in up if date)
    assert (up[: len(dates)], down[: len(dates)]) == (dates, dates[::-1])
    assert None in up


@pytest.mark.parametrize(("name", "columns"), LISTS.items())
@pytest.mark.parametrize("asked", [{"sort": "nonsense"}, {"order": "up"}])
def test_an_unknown_order_is_refused(full: Interface, name: str, columns: Any, asked: dict[str, str]) -> None:
    address = f"{full.course}/{name}"
    assert full.owner().get(address, params=asked).status_code == 422
    assert all(full.owner().get(address, params={"sort": each}).status_code == 200 for each in columns)


@pytest.mark.parametrize(("name", "columns"), LISTS.items())
def test_students_sort_by_nothing_that_is_for_staff(full: Interface, name: str, columns: Any) -> None:
    student = full.student()
    allowed = {each for each in columns if name == "assignments" and each not in OF_STAFF}
    for each in columns:
        answer = student.get(f"{full.course}/{name}", params={"sort": each})
        assert answer.status_code == (200 if each in allowed else 403)


@pytest.mark.parametrize("name", ["submissions", "assignments"])
def test_a_sorted_list_does_not_go_on_after_what_is_not_in_it(full: Interface, name: str) -> None:
    asked = {"sort": "state" if name == "submissions" else "title", "cursor": "f" * 32}
    assert full.owner().get(f"{full.course}/{name}", params=asked).status_code == 404
