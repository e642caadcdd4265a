"""Two courses that know nothing of each other, with everything in them that there can be.

Every text of the second course has `THEIRS` in it, and every text of one of its students `SOMEBODYS`: where
one of those words is seen by somebody who should not, something has leaked.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.sandbox.plays import Source
from submissions.connect.webhooks import deliveries, endpoints
from submissions.connect.webhooks.endpoints import OFFERED, WebhookRequest
from submissions.courses.assignments import assignments, extensions
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.extensions import Grant
from submissions.courses.courses import courses, join_codes
from submissions.courses.groups import forming
from submissions.grading.intake import try_files
from submissions.grading.intake.submit import submit
from submissions.grading.intake.try_files import NewTryFile
from submissions.grading.work.results import FinishedReport, store
from submissions.jobs.claims import claim
from submissions.operating.service import Service
from submissions.people.access import people, sessions, tokens
from submissions.people.access.policy import Caller, Scope
from submissions.people.access.tokens import TokenRequest
from submissions.tables import Assignment, JobKind, Notice, Person, Role, RunScope
from submissions.tables.identity import new_id
from submissions.teaching.gradebook import overrides
from submissions.teaching.regrades import regrade_requests, regrade_runs
from submissions.teaching.talk import canned_comments, comments, messages, staff_notes
from tests.world.classroom import OPERATOR
from tests.world.learning_platform import connected
from tests.world.school import report, work_of

THEIRS = "Zanzibar"
SOMEBODYS = "Quetzalcoatl"
EVERYTHING = frozenset(Scope) - {Scope.ADMIN}

_OWN = "Somebody"
"""In the names of who asks: they may see their own."""
_SOON = timedelta(minutes=1)


@dataclass(frozen=True)
class Whole:
    """A course with all that belongs to it."""

    ids: Mapping[str, str]
    """By the name that routes give it."""
    draft_id: str
    people: Mapping[Role, UUID]
    victim: UUID
    """The student whose texts say `SOMEBODYS`; they handed in, have points given and more time."""
    former: UUID
    """Who has left."""

    def ids_of_draft(self) -> Mapping[str, str]:
        """The same with the assignment that students do not see yet."""
        return {**self.ids, "assignment_id": self.draft_id}


def whole(service: Service, mark: str, victims_mark: str) -> Whole:
    """A course, whose texts have the one word in them, and those of one student the other."""
    now = service.now()
    with service.database.begin() as session:
        placed = {
            role: _person(session, service, _OWN if role is Role.OWNER else mark, role, mark) for role in Role
        }
        former = _person(session, service, _OWN, "former", mark)
        victim = _person(session, service, victims_mark, "victim", mark)
        owner = Caller(placed[Role.OWNER].id, operator=True)
        course = courses.create(session, owner, f"{mark} networks", "UTC", now=now)
        for role, person in placed.items():
            if role is not Role.OWNER:
                people.enrol(session, course.id, person.id, role, now=now)
        for person in (former, victim):
            people.enrol(session, course.id, person.id, Role.STUDENT, now=now)
        people.leave(session, Caller(former.id), course.id, former.id, now=now)
        published, draft = (_assignment(session, service, course.id, mark, shown=each) for each in (1, 0))
        code = join_codes.make(session, OPERATOR, course.id, now=now)
        by = placed[Role.OWNER].id
        extensions.give(
            session, Caller(by), published, victim.id, Grant(more_attempts=2, reason=victims_mark), now=now
        )
        overrides.give(session, Caller(by), published, victim.id, Decimal(7), victims_mark, now=now)
        group = forming.put_into(session, Caller(by), published, victim.id, None, now=now)
        source = Source(f"{victims_mark}.py", f"# {mark} {victims_mark}\nclass Value: ...\n".encode())
        submission = submit(session, Caller(victim.id), published, source, now=now)
        wanted_try = NewTryFile(f"{mark} solution", Source(f"{mark}.py", b"class Value: ...\n"))
        tried = try_files.add(session, Caller(by), published, wanted_try, now=now)
        wanted = TokenRequest(victims_mark, EVERYTHING)
        token = tokens.create(session, Caller(victim.id), wanted, now=now).token
        sessions.start(session, victim.id, browser=victims_mark, now=now)
        (started,) = sessions.listed(session, victim.id, now=now)
    with service.database.begin() as session:
        linked = connected(session, mark, published, by, {victims_mark: victim.id}, now=now)
    _grade(service)
    with service.database.begin() as session:
        run = regrade_runs.begin(
            session, Caller(by), session.get_one(Assignment, published.id), RunScope.ALL, now=now
        )
        regrade_runs.extend(session, Caller(by), run.id, now=now)
        note = staff_notes.add(session, Caller(by), course.id, victim.id, victims_mark, now=now)
        comment = comments.add(session, Caller(by), submission.id, victims_mark, now=now)
        canned = canned_comments.add(session, Caller(by), course.id, mark, mark, now=now)
        asked = regrade_requests.ask(session, Caller(victim.id), submission.id, victims_mark, now=now)
        messages.send(session, Caller(by), course.id, victim.id, victims_mark, now=now)
        notice = session.scalars(select(Notice).where(Notice.person_id == victim.id)).first()
        assert notice is not None  # of the points that were given
        hooked = WebhookRequest(f"{mark} hook", f"https://{mark}.example.edu/", OFFERED)
        webhook = endpoints.create(session, Caller(by), course.id, hooked, now=now).webhook
        delivery = deliveries.test(session, Caller(by), webhook, now=now)
    _grade(service)
    ids = {
        "course_id": course.id,
        "assignment_id": published.id,
        "submission_id": submission.id,
        "person_id": victim.id,
        "group_id": group.id,
        "code_id": code.id,
        "token_id": token.id,
        "session_id": started.id,
        "run_id": run.id,
        "notice_id": notice.id,
        "note_id": note.id,
        "comment_id": comment.id,
        "canned_id": canned.id,
        "request_id": asked.id,
        **linked,
        "try_file_id": tried.id,
        "webhook_id": webhook.id,
        "delivery_id": delivery.id,
    }
    named = {name: str(id_) for name, id_ in ids.items()}
    in_it = {role: person.id for role, person in placed.items()}
    return Whole(named, str(draft.id), in_it, victim.id, former.id)


def nothing(like: Whole) -> Mapping[str, str]:
    """Ids that nobody has."""
    return {name: str(new_id()) for name in like.ids}


def _person(session: Session, service: Service, mark: str, what: str, course: str) -> Person:
    return people.add(
        session, f"{mark}-{what}-{len(course)}@example.edu", f"{mark} {what}", now=service.now()
    )


def _assignment(session: Session, service: Service, course_id: UUID, mark: str, *, shown: int) -> Assignment:
    draft = Draft(
        title=f"{mark} assignment",
        instructions=f"{mark} instructions",
        starter=f"# {mark} starter\n",
        published=bool(shown),
        attempt_limit=20,
        group_size=2,
    )
    return assignments.create(session, OPERATOR, course_id, draft, now=service.now())


def _grade(service: Service) -> None:
    """Grade all that waits, as a worker would."""
    now = service.now()
    with service.database.begin() as session:
        while taken := claim(session, JobKind.GRADING, new_id(), now=now, until=now + _SOON):
            asked = work_of(session, taken.job_id)
            made = FinishedReport.of(report(asked, passed=False))
            assert store(session, taken, made, now=now)
