import pytest

from submissions.courses.courses import courses
from submissions.errors import NotAllowed, NotFound, NotSignedIn, ScopeMissing, Unusable
from submissions.people.access import people
from submissions.people.access.policy import Action, Caller, Scope
from submissions.storage.database import Database
from submissions.tables import Role
from tests.world import classroom
from tests.world.clock import NOW


def test_who_makes_a_course_owns_it(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)

        assert people.place(session, course.id, owner.known).role == Role.OWNER
        assert courses.get(session, owner, course.id, Action.EDIT_COURSE) is course


@pytest.mark.parametrize(
    ("title", "zone", "field", "why"),
    [
        ("", "UTC", "title", "empty"),
        ("x" * 201, "UTC", "title", "too-long"),
        ("Course", "Mars/Olympus", "zone", "unknown-zone"),
        ("Course", "../etc/passwd", "zone", "unknown-zone"),
    ],
)
def test_what_cannot_be_a_course_is_told(
    database: Database, title: str, zone: str, field: str, why: str
) -> None:
    with database.begin() as session:
        owner = classroom.person(session, "owner")

        with pytest.raises(Unusable) as caught:
            courses.create(session, Caller(owner.id, operator=True), title, zone, now=NOW)

        assert (caught.value.field, caught.value.why) == (field, why)


def test_courses_are_made_by_operators_and_by_who_teaches_here(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        instructor = classroom.member(session, course, "instructor", Role.INSTRUCTOR)
        operator = classroom.person(session, "operator")

        courses.require_may_create(session, owner)
        courses.require_may_create(session, Caller(instructor.id))
        courses.require_may_create(session, Caller(operator.id, operator=True))


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.STUDENT, Role.OBSERVER])
def test_nobody_else_makes_courses(database: Database, role: Role) -> None:
    with database.begin() as session:
        course, _ = classroom.course(session)
        member = classroom.member(session, course, "member", role)

        with pytest.raises(NotAllowed):
            courses.require_may_create(session, Caller(member.id))


def test_a_token_makes_courses_only_where_it_was_given_that(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        reads = Caller(owner.known, scopes=frozenset({Scope.COURSES_READ}))
        bound = Caller(owner.known, scopes=frozenset(Scope), course_id=course.id)

        with pytest.raises(ScopeMissing):
            courses.require_may_create(session, reads)
        with pytest.raises(NotAllowed):
            courses.require_may_create(session, bound)
        with pytest.raises(NotSignedIn):
            courses.require_may_create(session, Caller())


def test_courses_are_seen_by_who_is_in_them_until_they_are_put_away(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        stranger = Caller(classroom.person(session, "stranger").id)

        assert courses.visible(session, owner) == [course]
        assert courses.visible(session, stranger) == []
        with pytest.raises(NotFound):
            courses.get(session, stranger, course.id)

        courses.archive(session, owner, course.id, now=NOW)
        session.flush()

        assert courses.visible(session, owner) == []
