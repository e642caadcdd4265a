"""Links that sign a student in once: the first time, and where a password is lost."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter, Request

from api.rest._model import Answer, Items
from api.rest._visit import Visit
from api.web.origin import reached
from submissions.courses.courses import student_links
from submissions.courses.courses.student_links import StudentLink
from submissions.operating.service import Service

router = APIRouter(tags=["people"])


class StudentSignInLink(Answer):
    """A link, shown this once. Whoever has it is the student."""

    person_id: UUID
    login: str
    name: str
    url: str
    expires_at: datetime


class StudentSignInLinks(Items[StudentSignInLink]):
    """A link for each student who never signed in."""


@router.post("/courses/{course_id}/people/{person_id}/sign-in-links", status_code=201)
def create_sign_in_link(
    request: Request, visit: Visit, course_id: UUID, person_id: UUID
) -> StudentSignInLink:
    """Make a link for somebody who is only a student of yours. It is good for a week, and once."""
    with visit.database.begin() as session:
        link = student_links.make(session, visit.caller, course_id, person_id, now=visit.now())
        return _document(request, visit.service, link)


@router.post("/courses/{course_id}/sign-in-links", status_code=201)
def create_sign_in_links(request: Request, visit: Visit, course_id: UUID) -> StudentSignInLinks:
    """Make a link for each student who never signed in, at most 1,000."""
    with visit.database.begin() as session:
        links = student_links.make_for_new(session, visit.caller, course_id, now=visit.now())
        return StudentSignInLinks(items=[_document(request, visit.service, each) for each in links])


def _document(request: Request, ours: Service, link: StudentLink) -> StudentSignInLink:
    return StudentSignInLink(
        person_id=link.person.id,
        login=link.person.login,
        name=link.person.name,
        url=f"{reached(request, ours.settings)}/sign-in/{link.secret}",
        expires_at=link.expires_at,
    )
