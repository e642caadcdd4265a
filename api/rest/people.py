"""Who is in a course, and links that sign a student in once."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Request, Response
from pydantic import Field
from sqlalchemy.orm import Session

from api.rest._model import Answer, Given, Items, Line, Login, NewLogin, RoleGiven
from api.rest._visit import Visit
from api.web.cursors import PagingByName, Part
from api.web.idempotency import CreatedResource, Repeatable
from api.web.openapi import answers
from api.web.origin import reached
from submissions import tables
from submissions.courses.courses import student_links
from submissions.courses.courses.roster import change_place
from submissions.courses.courses.student_links import StudentLink
from submissions.operating.service import Service
from submissions.people.access import people
from submissions.tables import Role

router = APIRouter(tags=["people"])


class Person(Answer):
    """Somebody in a course."""

    id: UUID
    login: str
    name: str
    role: Role
    active: bool
    """False for who has left; their submissions and grades are kept."""
    joined_at: Annotated[datetime, Field(validation_alias="created_at")]
    section: str
    sis_id: str
    """Their number in the university's records; empty where nobody gave it."""


class Account(Answer):
    """Somebody who can sign in."""

    id: UUID
    login: str
    name: str
    created_at: datetime


class NewAccount(Given, json_schema_extra={"examples": [{"login": "ada@example.edu", "name": "Ada"}]}):
    """Somebody who is to have an account."""

    login: NewLogin
    name: Line


class Place(Given, json_schema_extra={"examples": [{"login": "ada@example.edu", "role": "student"}]}):
    """Somebody with an account, to be taken into a course."""

    login: Login
    role: RoleGiven = Role.STUDENT


class PlaceChange(Given, json_schema_extra={"examples": [{"role": "assistant"}]}):
    """Another role, section or student number; what is left out stays."""

    role: RoleGiven | None = None
    section: Annotated[str | None, Field(max_length=64)] = None
    sis_id: Annotated[str | None, Field(max_length=64)] = None


@router.get("/courses/{course_id}/people")
def list_people(visit: Visit, paging: PagingByName, course_id: UUID) -> Part[Person]:
    """Everybody in a course, by name; also who has left it."""
    with visit.database.read() as session:
        rows = people.roster(session, visit.caller, course_id, after=paging.after, limit=paging.more)
    return paging.part(
        [_document(*person) for person in rows], [(person.name, person.id) for person, _ in rows]
    )


@router.post("/people", status_code=201, response_model=Account, responses=answers(409))
def create_person(visit: Visit, once: Repeatable, new: NewAccount) -> Response:
    """Make an account. Only who runs the installation may; a sign-in link opens it."""

    def make(session: Session) -> Account:
        account = people.create_account(session, visit.caller, new.login, new.name, now=visit.now())
        return Account.of(account)

    return once.answer(new, make)


@router.post("/courses/{course_id}/people", status_code=201, response_model=Person, responses=answers(409))
def admit_person(visit: Visit, once: Repeatable, course_id: UUID, new: Place) -> Response:
    """Take somebody who has an account into a course. Who has left comes back to what they had."""

    def make(session: Session) -> CreatedResource:
        place = people.admit(session, visit.caller, course_id, new.login, new.role, now=visit.now())
        location = f"/api/v1/courses/{course_id}/people/{place.person_id}"
        return CreatedResource(_document_of_place(session, place), headers={"Location": location})

    return once.answer(new, make)


@router.get("/courses/{course_id}/people/{person_id}")
def get_person(visit: Visit, course_id: UUID, person_id: UUID) -> Person:
    """Somebody in a course."""
    with visit.database.read() as session:
        return _document(*people.member(session, visit.caller, course_id, person_id))


@router.patch("/courses/{course_id}/people/{person_id}")
def change_person(visit: Visit, course_id: UUID, person_id: UUID, change: PlaceChange) -> Person:
    """Give somebody in a course another role, section or student number."""
    now = visit.now()
    with visit.database.begin() as session:
        if change.role is not None:
            people.give_role(session, visit.caller, course_id, person_id, change.role, now=now)
        section, sis_id = change.section, change.sis_id
        return _document(
            *change_place(
                session, visit.caller, course_id, person_id, section=section, sis_id=sis_id, now=now
            )
        )


@router.delete("/courses/{course_id}/people/{person_id}", status_code=204)
def remove_person(visit: Visit, course_id: UUID, person_id: UUID) -> None:
    """Take somebody out of a course, or leave it; submissions and grades are kept."""
    with visit.database.begin() as session:
        people.leave(session, visit.caller, course_id, person_id, now=visit.now())


def _document_of_place(session: Session, place: tables.Enrolment) -> Person:
    return _document(people.by_id(session, place.person_id), place)


def _document(person: tables.Person, place: tables.Enrolment) -> Person:
    return Person.of(place, id=person.id, login=person.login, name=person.name)


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
        return _link_document(request, visit.service, link)


@router.post("/courses/{course_id}/sign-in-links", status_code=201)
def create_sign_in_links(request: Request, visit: Visit, course_id: UUID) -> StudentSignInLinks:
    """Make a link for each student who never signed in, at most 1,000."""
    with visit.database.begin() as session:
        links = student_links.make_for_new(session, visit.caller, course_id, now=visit.now())
        return StudentSignInLinks(items=[_link_document(request, visit.service, each) for each in links])


def _link_document(request: Request, ours: Service, link: StudentLink) -> StudentSignInLink:
    return StudentSignInLink(
        person_id=link.person.id,
        login=link.person.login,
        name=link.person.name,
        url=f"{reached(request, ours.settings)}/sign-in/{link.secret}",
        expires_at=link.expires_at,
    )
