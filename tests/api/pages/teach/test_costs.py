"""A longer class costs no more: what a page takes is counted for 30 students and for 3,000."""

from uuid import UUID

import pytest
from sqlalchemy import select

from submissions.access import people
from submissions.tables import Assignment, Person, Role
from tests import large_class
from tests.api.pages.teach.browsing import SignedInBrowser
from tests.api.pages.teach.conftest import Classroom
from tests.queries import counted

_MOST = 12
_PAGES = {
    "course": "/teach/courses/{course}",
    "people": "/teach/courses/{course}/people",
    "grades": "/teach/courses/{course}/grades",
    "csv": "/teach/courses/{course}/grades.csv",
    "submissions": "/teach/assignments/{assignment}/submissions",
    "student": "/teach/assignments/{assignment}/people/{student}",
    "form": "/teach/assignments/{assignment}",
    "course of a student": "/courses/{course}",
}


@pytest.mark.parametrize("page", _PAGES)
def test_queries_of_a_page_do_not_grow_with_the_class(room: Classroom, page: str) -> None:
    costs, sizes = [], []
    for students in (30, 3000):
        browser, names = _class_of(room, students)
        browser.open("/")  # what is asked once in the life of a process
        with counted(room.service.database) as statements:
            opened = browser.open(_PAGES[page].format(**names))
        assert opened.status == 200, opened.text
        costs.append(len(statements))
        sizes.append(len(opened.source))

    assert costs[0] == costs[1] <= _MOST
    assert page == "csv" or sizes[1] < 5 * sizes[0]


def _class_of(room: Classroom, students: int) -> tuple[SignedInBrowser, dict[str, UUID]]:
    with room.service.database.begin() as session:
        course = large_class.make(session, students)
        assignment = session.scalars(select(Assignment.id).where(Assignment.course_id == course)).one()
        owner = session.scalars(select(Person).where(Person.login == f"owner-of-{students}")).one()
        student = session.scalars(select(Person.id).where(Person.login == f"{students}-0")).one()
        assert people.place(session, course, owner.id).role == Role.OWNER
    return room.browser(owner), {"course": course, "assignment": assignment, "student": student}
