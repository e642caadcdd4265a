"""The visit that a page answers: the request, who sent it, and the service."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse
from sqlalchemy.orm import Session

from api.pages._page import render
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.visit import ServiceVisit
from submissions.courses.assignments import assignments
from submissions.courses.courses import courses
from submissions.people.access import policy
from submissions.people.access.policy import Action
from submissions.tables import Assignment, Course

_MOST_COURSES = 30
"""More are on the first page."""


class PageVisit(ServiceVisit):
    """A request for a page."""

    request: Request

    def page(self, template: str, **context: Any) -> HTMLResponse:  # noqa: ANN401 - what the template asks for
        """Return the page of a template, as `render` makes it; `now` is that of the service."""
        return render(self.request, template, **{"now": self.now(), **context})

    @contextmanager
    def in_course(self, course_id: UUID, action: Action) -> Iterator[tuple[Session, "CourseView"]]:
        """Read what a page shows of a course, for somebody who may do this in it."""
        with self.database.read() as session:
            yield session, CourseView(self, session, courses.get(session, self.caller, course_id, action))

    @contextmanager
    def in_assignment(
        self, assignment_id: UUID, action: Action
    ) -> Iterator[tuple[Session, "AssignmentView"]]:
        """Read what a page shows of an assignment, for somebody who may do this in its course."""
        with self.database.read() as session:
            assignment = assignments.get(session, self.caller, assignment_id, action)
            yield session, AssignmentView(self, session, assignment)


class CourseView:
    """A course as a page shows it to its staff: `_teach.html` stands around it.

    Its template has the `course`, the newest courses of its reader (`taught`), `may(Action...)`, and all that
    was shown.
    """

    def __init__(self, visit: PageVisit, session: Session, course: Course) -> None:
        self.course = course
        self.viewer = policy.viewer(session, visit.caller, course.id)
        self._visit = visit
        self._shown: dict[str, Any] = {
            "course": course,
            "taught": courses.taught(session, visit.caller, limit=_MOST_COURSES),
            "may": self.viewer.may,
        }

    def show(self, **context: Any) -> None:  # noqa: ANN401 - what the template asks for
        """Keep what was read, for the page."""
        self._shown.update(context)

    def page(self, template: str, **context: Any) -> HTMLResponse:  # noqa: ANN401 - what the template asks for
        """Return the page, with what was shown and with more."""
        return self._visit.page(template, **{**self._shown, **context})


class AssignmentView(CourseView):
    """An assignment as a page shows it to the staff of its course."""

    def __init__(self, visit: PageVisit, session: Session, assignment: Assignment) -> None:
        super().__init__(visit, session, courses.course_of(session, assignment))
        self.assignment = assignment
        self.show(assignment=assignment)


async def _visit(request: Request, service: Ours, caller: Asks) -> PageVisit:  # it needs no thread
    return PageVisit(service, caller, request)


Visit = Annotated[PageVisit, Depends(_visit)]
"""The visit that an endpoint answers."""
