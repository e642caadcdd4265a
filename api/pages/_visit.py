"""The visit that a page answers: the request, who sent it, and the service."""

from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse
from sqlalchemy.orm import Session

from api.pages._page import render
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.visit import ServiceVisit
from submissions.courses.courses import courses
from submissions.tables import Course

_MOST_COURSES = 30
"""More are on the first page."""


class PageVisit(ServiceVisit):
    """A request for a page."""

    request: Request

    def page(self, template: str, **context: Any) -> HTMLResponse:  # noqa: ANN401 - what the template asks for
        """Return the page of a template, as `render` makes it."""
        return render(self.request, template, **context)

    def course_frame(self, session: Session, course: Course) -> dict[str, Any]:
        """Return what `_teach.html` shows above the page: its course, and the newest courses of its staff."""
        return {"course": course, "taught": courses.taught(session, self.caller, limit=_MOST_COURSES)}


async def _visit(request: Request, service: Ours, caller: Asks) -> PageVisit:  # it needs no thread
    return PageVisit(service, caller, request)


Visit = Annotated[PageVisit, Depends(_visit)]
"""The visit that an endpoint answers."""
