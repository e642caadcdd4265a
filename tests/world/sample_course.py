"""A course in a running service, with assignments of every kind and submissions in every state."""

from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from uuid import UUID

from grader.hunt import library
from grader.sandbox.plays import Source
from submissions.connect.lms import platforms
from submissions.connect.webhooks import endpoints
from submissions.connect.webhooks.endpoints import OFFERED, WebhookRequest
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.courses import courses, join_codes
from submissions.grading.intake import checks, submit, trials, try_files
from submissions.grading.intake.try_files import NewTryFile
from submissions.operating.service import Service
from submissions.people.access import people, second_factors
from submissions.people.access.policy import Caller
from submissions.tables import (
    UNFINISHED,
    Assignment,
    Course,
    Person,
    Role,
    RunScope,
    Shown,
    State,
    Submission,
)
from submissions.teaching.regrades import regrade_runs
from tests import patience
from tests.world.classroom import OPERATOR
from tests.world.learning_platform import connected
from tests.world.sign_on_provider import SignOnIssuer, entered

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

_NETWORK = (
    (EXAMPLES.parent / "tests" / "grader" / "networks" / "right.txt")
    .read_text(encoding="utf-8")
    .replace(", self.b)", ")")
    .replace("(model, lr)", "(model, lr, more)")
)
"""A bias that is not added, and a step that nobody can make."""
_BROKEN = b"class Value:\n    def __init__(self, data)\n        self.data = data\n"
_INSTRUCTIONS = """Write a class `Value`.

## What it must do

- gradients **add up** where a value is used twice
- any valid order is fine

| operation | local derivatives |
|-----------|------------------:|
| `a * b`   | `b`, `a`          |

1. first the graph
2. then `backward()`

> Every gradient is a sum.

See https://example.org/backprop.
"""


_GRAPHS = b"# Twice\na = 3\nb = a * a\nc = b + 1\nd = b * c\n\nx = 2\ny = 5 - x\n\nz = 2\nw = z * q\n"

PROVIDER = "campus"
"""The key of a sign-on provider."""


@dataclass
class SampleCourse:
    """Who is there, and the ids of what was handed in."""

    service: Service
    course: Course
    owner: Person
    student: Person
    operator: Person
    assignments: dict[str, UUID] = field(default_factory=dict)
    submissions: dict[str, UUID] = field(default_factory=dict)
    trials: dict[str, str] = field(default_factory=dict)
    kept: dict[str, UUID] = field(default_factory=dict)
    """What its owner has made beside assignments."""
    linked: dict[str, UUID] = field(default_factory=dict)
    """What of a learning platform leads here, by the names that routes give the ids."""


def opened(service: Service) -> SampleCourse:
    """The course when everything in it has been graded."""
    now = service.now()
    with service.database.begin() as session:
        owner = people.add(session, "owner", "Ada Owner", now=now)
        student = people.add(session, "student", "Sam Student", now=now)
        operator = people.add(session, "operator", "Olga Operator", now=now)
        operator.operator = True
        course = courses.create(
            session, Caller(owner.id, operator=True), "Deep learning from scratch", "Europe/Madrid", now=now
        )
        people.enrol(session, course.id, student.id, Role.STUDENT, now=now)
        join_codes.make(session, Caller(owner.id), course.id, now=now)
    sample = SampleCourse(service, course, owner, student, operator)
    _assignments(sample)
    _submissions(sample)
    _trials(sample)
    _platform(sample)
    _kept(sample)
    return sample


def _kept(sample: SampleCourse) -> None:
    """A webhook, a file that is tried, and a dry run of a regrade."""
    owner, now = Caller(sample.owner.id), sample.service.now()
    with sample.service.database.begin() as session:
        to = session.get_one(Assignment, sample.assignments["open"])
        hook = WebhookRequest("Registrar", "https://registrar.example.edu/", OFFERED)
        sample.kept["webhook"] = endpoints.create(session, owner, sample.course.id, hook, now=now).webhook.id
        new = NewTryFile("Solution", Source("solution.py", b"class Value: ..."))
        sample.kept["try file"] = try_files.add(session, owner, to, new, now=now).id
        sample.kept["run"] = regrade_runs.begin(session, owner, to, RunScope.COUNTING, now=now).id


def _platform(sample: SampleCourse) -> None:
    """One that brings the student here."""
    with sample.service.database.begin() as session:
        to = session.get_one(Assignment, sample.assignments["open"])
        students = {"sam": sample.student.id}
        sample.linked = connected(session, "Moodle", to, sample.owner.id, students, now=sample.service.now())
        (platform,) = platforms.listed(session, OPERATOR)
        sample.linked["platform_id"] = platform.id
        entered(session, SignOnIssuer(sample.service.now), PROVIDER)
        second_factors.begin(session, sample.owner.id, now=sample.service.now())


def _assignments(sample: SampleCourse) -> None:
    now = sample.service.now()
    day = timedelta(days=1)
    drafts = {
        "open": Draft(
            title="Backprop by hand",
            published=True,
            stage="full",
            instructions=_INSTRUCTIONS,
            starter="class Value:\n    ...\n",
            due_at=now + 3 * day,
            closes_at=now + 9 * day,
            late_percent_per_day=Decimal(10),
        ),
        "late": Draft(title="A little late", published=True, due_at=now - day, closes_at=now + day),
        "careful": Draft(
            title="Few attempts", published=True, attempt_limit=5, cooldown_seconds=600, hint_rung=1
        ),
        "exam": Draft(title="Exam", published=True, due_at=now + day, shown=Shown.AFTER_DUE),
        "over": Draft(title="Last week", published=True, due_at=now - day),
        "group": Draft(title="Two by two", published=True, due_at=now + day, group_size=2),
        "hunt": Draft(title="Fault hunt", published=True, hunted=library.usual()),
        "network": Draft(title="A small network", published=True, stage="network", due_at=now + day),
        "soon": Draft(title="Next week", published=True, opens_at=now + day),
    }
    with sample.service.database.begin() as session:
        for name, draft in drafts.items():
            sample.assignments[name] = assignments.create(
                session, OPERATOR, sample.course.id, draft, now=now
            ).id


def _submissions(sample: SampleCourse) -> None:
    files = {
        "wrong": ("open", (EXAMPLES / "overwrite.py").read_bytes()),
        "same again": ("open", (EXAMPLES / "overwrite.py").read_bytes()),
        "right": ("open", (EXAMPLES / "correct.py").read_bytes()),
        "broken": ("open", _BROKEN),
        "late": ("late", (EXAMPLES / "forgot_out_grad.py").read_bytes()),
        "one hint": ("careful", (EXAMPLES / "forgot_out_grad.py").read_bytes()),
        "kept back": ("exam", (EXAMPLES / "correct.py").read_bytes()),
        "network": ("network", _NETWORK.encode()),
    }
    for name, (where, content) in files.items():
        sample.submissions[name] = handed_in(sample, where, content).id
    sample.submissions["hunt"] = handed_in(sample, "hunt", _GRAPHS, "graphs.txt").id
    _put_state(sample, "withdrawn", State.WITHDRAWN)
    _put_state(sample, "failed", State.INTERNAL_ERROR)
    _put_state(sample, "waiting", State.QUEUED)


def handed_in(sample: SampleCourse, where: str, content: bytes, name: str = "value.py") -> Submission:
    """A file of the student's, graded."""
    service = sample.service
    with service.database.begin() as session:
        assignment = session.get_one(Assignment, sample.assignments[where])
        made = submit.submit(
            session,
            Caller(sample.student.id),
            assignment,
            Source(name, content),
            now=service.now(),
        )
    return graded(service, made.id)


def graded(service: Service, submission_id: UUID) -> Submission:
    """The submission when it is graded."""

    def read() -> Submission:
        with service.database.read() as session:
            return session.get_one(Submission, submission_id)

    patience.until(lambda: read().state not in UNFINISHED)
    return read()


def _put_state(sample: SampleCourse, name: str, state: State) -> None:
    """A submission in a state that cannot be had at will; nothing grades it."""
    with sample.service.database.begin() as session:
        like = session.get_one(Submission, sample.submissions["wrong"])
        made = Submission(
            assignment_id=like.assignment_id,
            person_id=like.person_id,
            sha256=like.sha256,
            file_name="value.py",
            state=state,
            created_at=sample.service.now(),
        )
        session.add(made)
        session.flush()
        sample.submissions[name] = made.id


def _trials(sample: SampleCourse) -> None:
    for name, file in {"wrong": "only_plus_and_times.py", "notebook": "notebook.ipynb"}.items():
        sample.trials[name] = tried(sample.service, file)
    sample.trials["check"] = _checked(sample)


def _checked(sample: SampleCourse) -> str:
    """The key of a file that was checked for an assignment."""
    service = sample.service
    source = Source("value.py", (EXAMPLES / "only_plus_and_times.py").read_bytes())
    with service.database.begin() as session:
        assignment = session.get_one(Assignment, sample.assignments["open"])
        caller = Caller(sample.student.id)
        key = checks.begin(session, caller, assignment, source, now=service.now())
        found = trials.find(session, key, now=service.now()).id
    graded(service, found)
    return key


def tried(service: Service, file: str) -> str:
    """The key of an example that was tried."""
    source = Source(file, (EXAMPLES / file).read_bytes())
    with service.database.begin() as session:
        key = trials.begin(session, "core", source, now=service.now())
        found = trials.find(session, key, now=service.now()).id
    graded(service, found)
    return key
