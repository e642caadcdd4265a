"""A longer class costs no more: what a page takes is counted for 30 students and for 3,000."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import select

from submissions.people.access import people
from submissions.storage.database import Database
from submissions.tables import Assignment, Person, Role
from tests.world import desk as desks, large_class
from tests.world.browser import Browser
from tests.world.desk import Desk
from tests.world.queries import counted

_MOST = 12
"""Queries of a page."""
_PAGES = {
    "course": "/teach/courses/{course}",
    "dashboard": "/teach/assignments/{assignment}/dashboard?cause=overwritten_gradient",
    "lecture": "/teach/assignments/{assignment}/lecture?days=all",
    "lab": "/teach/assignments/{assignment}/lab",
    "dashboard of all attempts": "/teach/assignments/{assignment}/dashboard?attempt=all",
    "dashboard of a section in a time": (
        "/teach/assignments/{assignment}/dashboard"
        "?cause=overwritten_gradient&section=A&since=2026-01-01&until=2030-01-01"
    ),
    "causes": "/teach/assignments/{assignment}/causes?cause=overwritten_gradient",
    "groups": "/teach/assignments/{assignment}/groups",
    "equal work": "/teach/assignments/{assignment}/equal",
    "check": "/teach/assignments/{assignment}/check",
    "graphs": "/teach/assignments/{assignment}/graphs",
    "lecture of a course": "/teach/courses/{course}/lecture",
    "person": "/teach/courses/{course}/people/{student}",
    "roles": "/teach/courses/{course}/roles",
    "roster": "/teach/courses/{course}/people/import",
    "weights": "/teach/courses/{course}/grades/weights",
    "gradebook file": "/teach/courses/{course}/grades/fill",
    "log": "/teach/courses/{course}/log",
    "data": "/teach/courses/{course}/data",
    "keys": "/teach/courses/{course}/keys",
    "webhooks": "/teach/courses/{course}/webhooks",
    "learning platform": "/teach/courses/{course}/lms",
    "saved comments": "/teach/courses/{course}/canned-comments",
    "new assignment": "/teach/courses/{course}/assignments/new",
    "preview": "/assignments/{assignment}/preview",
    "home": "/",
    "assignments": "/teach/courses/{course}/assignments",
    "settings": "/teach/courses/{course}/settings",
    "submissions of a course": "/teach/courses/{course}/submissions",
    "people": "/teach/courses/{course}/people",
    "grades": "/teach/courses/{course}/grades",
    "csv": "/teach/courses/{course}/grades.csv",
    "submissions": "/teach/assignments/{assignment}/submissions",
    "student": "/teach/assignments/{assignment}/people/{student}",
    "watch": "/teach/courses/{course}/watch",
    "requests": "/teach/courses/{course}/requests",
    "timeline": "/teach/assignments/{assignment}/people/{student}/timeline",
    "regrades": "/teach/assignments/{assignment}/regrades",
    "form": "/teach/assignments/{assignment}",
    "course of a student": "/courses/{course}",
    "progress": "/courses/{course}/progress",
    "assignment": "/assignments/{assignment}",
}


_OTHER_WAYS = {"grades": {2}}
"""Statistics of a large class are read from facts, in two queries more than those of a small one."""


@dataclass(frozen=True)
class Class:
    """A course of so many students, its owner's browser, and the ids that its pages ask for."""

    browser: Browser
    ids: dict[str, UUID]
    database: Database


@pytest.fixture(scope="module")
def classes(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Class]]:
    """A small one and a large one; the pages asked here change nothing."""
    folder = tmp_path_factory.mktemp("classes")
    url = f"sqlite:///{shutil.copy(sqlite_template, folder / 'backgrade.db')}"
    with desks.desk(url, folder) as desk:
        yield [_class_of(desk, students) for students in (30, 3000)]


@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("page", _PAGES)
def test_queries_of_a_page_do_not_grow_with_the_class(classes: list[Class], page: str) -> None:
    costs, sizes = [], []
    for each in classes:
        each.browser.open("/")  # what is asked once in the life of a process
        with counted(each.database) as statements:
            opened = each.browser.open(_PAGES[page].format(**each.ids))
        assert opened.status == 200, opened.text
        costs.append(len(statements))
        sizes.append(len(opened.source))

    assert costs[1] - costs[0] in _OTHER_WAYS.get(page, {0})
    assert max(costs) <= _MOST
    assert page == "csv" or sizes[1] < 5 * sizes[0]


def _class_of(desk: Desk, students: int) -> Class:
    with desk.service.database.begin() as session:
        course = large_class.make(session, students)
        assignment = session.scalars(select(Assignment.id).where(Assignment.course_id == course)).one()
        owner = session.scalars(select(Person).where(Person.login == f"owner-of-{students}")).one()
        student = session.scalars(select(Person.id).where(Person.login == f"{students}-0")).one()
        assert people.place(session, course, owner.id).role == Role.OWNER
    ids = {"course": course, "assignment": assignment, "student": student}
    return Class(desk.browser(owner), ids, desk.service.database)
