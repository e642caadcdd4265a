"""Somebody in a course: section, student number, and a link that signs them in."""

from uuid import UUID

from fastapi import APIRouter, Response
from sqlalchemy.orm import Session

from api.pages._download import download_csv
from api.pages._fields import Typed
from api.pages._visit import Visit
from api.spreadsheets.cells import cell, csv_text
from api.web.origin import reached
from api.web.see_other import see_other
from api.words import Message
from api.words.role import ROLES
from api.words.unusable import unusable
from submissions.courses.courses import student_links
from submissions.courses.courses.roster import change_place
from submissions.courses.courses.student_links import StudentLink
from submissions.courses.grades.cells import columns
from submissions.errors import Unusable
from submissions.people.access import people
from submissions.people.access.policy import Action, Caller, may
from submissions.tables import Assignment, Enrolment, Role

router = APIRouter()

_HEADER = ("Name", "Login", "Link", "Valid until")


@router.get("/teach/courses/{course_id:uuid}/people/{person_id:uuid}")
def person(visit: Visit, course_id: UUID, person_id: UUID) -> Response:
    """Show a person in a course."""
    return _page(visit, course_id, person_id)


@router.post("/teach/courses/{course_id:uuid}/people/{person_id:uuid}")
def change(visit: Visit, course_id: UUID, person_id: UUID, typed: Typed) -> Response:
    """Save section and student number."""
    section, sis_id = typed.get("section", ""), typed.get("sis_id", "")
    try:
        with visit.database.begin() as session:
            change_place(
                session, visit.caller, course_id, person_id, section=section, sis_id=sis_id, now=visit.now()
            )
    except Unusable as error:
        return _page(visit, course_id, person_id, error=error)
    return see_other(f"/teach/courses/{course_id}/people")


@router.post("/teach/courses/{course_id:uuid}/people/{person_id:uuid}/link")
def make_link(visit: Visit, course_id: UUID, person_id: UUID) -> Response:
    """Make a link that signs a student in once, and show it this once."""
    try:
        with visit.database.begin() as session:
            link = student_links.make(session, visit.caller, course_id, person_id, now=visit.now())
    except Unusable as error:
        return _page(visit, course_id, person_id, error=error)
    return _page(visit, course_id, person_id, link=link)


@router.post("/teach/courses/{course_id:uuid}/people/links")
def make_links(visit: Visit, course_id: UUID) -> Response:
    """Make a link for each student who never signed in, as a table to send them from."""
    with visit.database.begin() as session:
        links = student_links.make_for_new(session, visit.caller, course_id, now=visit.now())
    answer = download_csv("links", csv_text([_HEADER, *(_row(visit, link) for link in links)]))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _row(visit: Visit, link: StudentLink) -> tuple[str, ...]:
    until = link.expires_at.isoformat(timespec="minutes")
    return cell(link.person.name), cell(link.person.login), _address(visit, link), until


def _address(visit: Visit, link: StudentLink) -> str:
    return f"{reached(visit.request, visit.service.settings)}/sign-in/{link.secret}"


def _work(session: Session, caller: Caller, course_id: UUID, place: Enrolment) -> list[Assignment]:
    """The assignments that a student may have worked on; none of other people, and for who may not see it."""
    if place.role != Role.STUDENT or not may(session, caller, Action.SEE_SUBMISSIONS, course_id):
        return []
    return [each.assignment for each in columns(session, course_id)]


def _page(
    visit: Visit,
    course_id: UUID,
    person_id: UUID,
    *,
    link: StudentLink | None = None,
    error: Unusable | None = None,
) -> Response:
    with visit.in_course(course_id, Action.SEE_PEOPLE) as (session, view):
        found, place = people.member(session, visit.caller, course_id, person_id)
        view.show(work=_work(session, visit.caller, course_id, place))
    answer = view.page(
        "teach_person.html",
        wrong=error,
        person=found,
        place=place,
        roles=ROLES,
        message=Message(unusable(error)) if error and error.field == "person" else None,
        link=_address(visit, link) if link else "",
        expires_at=link.expires_at if link else None,
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer
