"""Who may do what. Every route, page and command asks here; knowing an id gives no right to anything.

A function that takes a `caller` raises `NotSignedIn`, `NotFound`, `NotAllowed` or `ScopeMissing` if they may
not do what it does, or if what they ask for does not exist. Its docstring names only what else it raises.
"""

from collections.abc import Mapping
from enum import StrEnum
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import NotAllowed, NotFound, NotSignedIn, ScopeMissing
from submissions.people.access import places
from submissions.tables import Assignment, Enrolment, Role


class Scope(StrEnum):
    """A right that a token can have."""

    COURSES_READ = "courses:read"
    COURSES_WRITE = "courses:write"
    ASSIGNMENTS_READ = "assignments:read"
    ASSIGNMENTS_WRITE = "assignments:write"
    SUBMISSIONS_READ = "submissions:read"
    SUBMISSIONS_WRITE = "submissions:write"
    GRADES_READ = "grades:read"
    GRADES_WRITE = "grades:write"
    SIGN_IN_LINKS_WRITE = "sign_in_links:write"
    """A link signs in as its student, so no other scope includes this one."""
    ADMIN = "admin"
    """All that an operator may do, if the token's owner is one."""


class Action(StrEnum):
    """Something done in a course."""

    SEE_COURSE = "see-course"
    EDIT_COURSE = "edit-course"
    SEE_PEOPLE = "see-people"
    EDIT_PEOPLE = "edit-people"
    SEE_LOG = "see-log"
    SEE_ASSIGNMENT = "see-assignment"
    SEE_DRAFT = "see-draft"
    EDIT_ASSIGNMENT = "edit-assignment"
    EXPORT_COURSE = "export-course"
    SUBMIT = "submit"
    SEE_OWN_SUBMISSION = "see-own-submission"
    SEE_SUBMISSIONS = "see-submissions"
    SEE_GRADES = "see-grades"
    EDIT_GRADES = "edit-grades"
    """Overrides, extensions and re-grades."""
    COMMENT = "comment"
    """Comments on submissions, notes about students, messages to them, answers to their requests."""


class Caller(Frozen):
    """The person or token behind a request, and its scopes."""

    person_id: UUID | None = None
    """None where nobody has signed in."""
    operator: bool = False
    scopes: frozenset[Scope] | None = None
    """The scopes of a token; None for a browser session, which may do all that its person may."""
    course_id: UUID | None = None
    """Where set, a token is good for this course only."""
    token_id: UUID | None = None
    """The token they came with, if any."""

    @property
    def known(self) -> UUID:
        """The person. Raises `NotSignedIn` if there is none."""
        if self.person_id is None:
            raise NotSignedIn
        return self.person_id

    def require_signed_in(self) -> None:
        """Check that somebody has signed in, before what they ask for is looked up.

        Raises `NotSignedIn` if nobody has.
        """
        _ = self.known


class Viewer(Frozen):
    """A caller in one course, with their role there. What they may do is told without another query."""

    caller: Caller
    course_id: UUID | None
    """None for what belongs to no course, as trials do: nobody has a role in it."""
    role: Role | None
    """None where they are not in the course."""

    def may(self, action: Action) -> bool:
        """Whether they may do this."""
        scopes = self.caller.scopes
        return self.role in _ROLES[action] and (scopes is None or _SCOPES[action] in scopes)

    def may_in(self, action: Action, assignment: Assignment) -> bool:
        """Whether an assignment is one of this course, and they may do this in it."""
        return assignment.course_id == self.course_id and self.may(action)

    def require(self, action: Action) -> Role:
        """Return their role, if they may do this.

        Raises:
            NotSignedIn: if nobody has signed in.
            NotFound: if they are not in the course: they do not get to know that it exists.
            ScopeMissing: if their token is not good for it.
            NotAllowed: if their role is not.
        """
        self.caller.require_signed_in()
        if self.role is None:
            raise NotFound
        require_scope(self.caller, _SCOPES[action])
        if self.role not in _ROLES[action]:
            raise NotAllowed
        return self.role

    def require_in(self, action: Action, assignment: Assignment) -> UUID:
        """Return the course of an assignment, or raise what `require` does; NotFound if it is another one."""
        self.caller.require_signed_in()
        if assignment.course_id is None or assignment.course_id != self.course_id:
            raise NotFound
        self.require(action)
        return assignment.course_id


_STAFF = frozenset({Role.OWNER, Role.INSTRUCTOR, Role.ASSISTANT})
_TEACHERS = frozenset({Role.OWNER, Role.INSTRUCTOR})
_EVERYBODY = frozenset(Role)

_ROLES: Mapping[Action, frozenset[Role]] = {
    Action.SEE_COURSE: _EVERYBODY,
    Action.EDIT_COURSE: frozenset({Role.OWNER}),
    Action.SEE_PEOPLE: _STAFF,
    Action.EDIT_PEOPLE: _TEACHERS,
    Action.SEE_LOG: _TEACHERS,
    Action.SEE_ASSIGNMENT: _EVERYBODY,
    Action.SEE_DRAFT: _STAFF | {Role.OBSERVER},
    Action.EDIT_ASSIGNMENT: _TEACHERS,
    Action.EXPORT_COURSE: _TEACHERS,
    Action.SUBMIT: _STAFF | {Role.STUDENT},
    Action.SEE_OWN_SUBMISSION: _EVERYBODY,
    Action.SEE_SUBMISSIONS: _STAFF,
    Action.SEE_GRADES: _STAFF,
    Action.EDIT_GRADES: _TEACHERS,
    Action.COMMENT: _STAFF,
}
_SCOPES: Mapping[Action, Scope] = {
    Action.SEE_COURSE: Scope.COURSES_READ,
    Action.EDIT_COURSE: Scope.COURSES_WRITE,
    Action.SEE_PEOPLE: Scope.COURSES_READ,
    Action.EDIT_PEOPLE: Scope.COURSES_WRITE,
    Action.SEE_LOG: Scope.COURSES_READ,
    Action.SEE_ASSIGNMENT: Scope.ASSIGNMENTS_READ,
    Action.SEE_DRAFT: Scope.ASSIGNMENTS_READ,
    Action.EDIT_ASSIGNMENT: Scope.ASSIGNMENTS_WRITE,
    Action.EXPORT_COURSE: Scope.ASSIGNMENTS_READ,
    Action.SUBMIT: Scope.SUBMISSIONS_WRITE,
    Action.SEE_OWN_SUBMISSION: Scope.SUBMISSIONS_READ,
    Action.SEE_SUBMISSIONS: Scope.SUBMISSIONS_READ,
    Action.SEE_GRADES: Scope.GRADES_READ,
    Action.EDIT_GRADES: Scope.GRADES_WRITE,
    Action.COMMENT: Scope.SUBMISSIONS_WRITE,
}


def roles_with(action: Action) -> frozenset[Role]:
    """The roles that may do this in a course."""
    return _ROLES[action]


def role_in(session: Session, caller: Caller, course_id: UUID) -> Role | None:
    """Return the caller's role in the course; an operator is its owner. None: they have no role there."""
    if caller.course_id is not None and caller.course_id != course_id:
        return None
    if caller.person_id is None:
        return None
    if caller.operator:
        return Role.OWNER if places.course(session, course_id) is not None else None
    enrolment = places.enrolment(session, course_id, caller.person_id)
    return Role(enrolment.role) if enrolment is not None and enrolment.active else None


def viewer(session: Session, caller: Caller, course_id: UUID | None) -> Viewer:
    """Return the caller as what they are in the course; asked once for everything that a page shows."""
    role = None if course_id is None else role_in(session, caller, course_id)
    return Viewer(caller, course_id, role)


def viewer_in(session: Session, caller: Caller, assignment: Assignment) -> Viewer:
    """Return the caller as what they are in the course of an assignment."""
    return viewer(session, caller, assignment.course_id)


def may(session: Session, caller: Caller, action: Action, course_id: UUID) -> bool:
    """Whether the caller may do this in the course."""
    return viewer(session, caller, course_id).may(action)


def require(session: Session, caller: Caller, action: Action, course_id: UUID) -> Role:
    """Return the caller's role in the course, or raise what `Viewer.require` does."""
    return viewer(session, caller, course_id).require(action)


def require_in(session: Session, caller: Caller, action: Action, assignment: Assignment) -> UUID:
    """Return the course of an assignment, or raise what `Viewer.require_in` does."""
    return viewer_in(session, caller, assignment).require_in(action, assignment)


def require_scope(caller: Caller, scope: Scope) -> None:
    """Check that a token may do this. Raises `ScopeMissing` if it may not."""
    if caller.scopes is not None and scope not in caller.scopes:
        raise ScopeMissing(scope)


def require_operator(caller: Caller) -> None:
    """Check that the caller runs this installation.

    Raises:
        NotSignedIn: if nobody has signed in.
        ScopeMissing: if their token is not good for it.
        NotAllowed: if they do not.
    """
    caller.require_signed_in()
    require_scope(caller, Scope.ADMIN)
    if not caller.operator or caller.course_id is not None:
        raise NotAllowed


def courses_of(session: Session, caller: Caller) -> dict[UUID, Role]:
    """The courses the caller is in, with their role in each. An operator's own enrolments only."""
    enrolments = session.scalars(
        select(Enrolment).where(Enrolment.person_id == caller.known, Enrolment.active)
    )
    roles = {each.course_id: Role(each.role) for each in enrolments}
    if caller.course_id is None:
        return roles
    return {course: role for course, role in roles.items() if course == caller.course_id}
