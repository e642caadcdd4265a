from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.report import Verdict
from submissions.connect.webhooks import endpoints
from submissions.connect.webhooks.endpoints import WebhookRequest
from submissions.courses.assignments import assignments, extensions, late_days
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.extensions import Grant
from submissions.courses.courses import courses
from submissions.grading.work.results import FinishedReport, store
from submissions.jobs.claims import Claim
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import (
    AttemptFact,
    ChangeReason,
    GradeChange,
    Job,
    Notice,
    NoticeKind,
    Reveal,
    Shown,
    WebhookDelivery,
    WebhookEvent,
)
from submissions.teaching.gradebook import overrides
from submissions.teaching.regrades import regrades
from tests.api.conftest import graph, report, suite
from tests.world import classroom
from tests.world.clock import NOW

_DAY = timedelta(days=1)
_DRAFT = Draft(
    title="Core", published=True, weights={"diamond": 1, "linear_chain": 1}, due_at=NOW + _DAY,
    closes_at=NOW + 9 * _DAY, late_days_usable=2, late_percent_per_day=Decimal(10),
)  # fmt: skip
_LATE = NOW + 2.6 * _DAY
_ALL = [WebhookEvent.GRADED, WebhookEvent.REGRADED, WebhookEvent.OVERRIDDEN]


class LateWork:
    """One file, two begun days late, that loses 20 of its 100 points; a webhook is told of it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.course, self.owner = classroom.course(session)
        courses.change(session, self.owner, self.course.id, late_days=2, now=NOW)
        self.made = classroom.assignment(session, self.course, _DRAFT)
        self.student = classroom.member(session, self.course, "late")
        wanted = WebhookRequest("grades", "https://example.edu/hooks", _ALL)
        endpoints.create(session, self.owner, self.course.id, wanted, internal=(), now=NOW)
        self.submission = classroom.handed_in(session, self.made, self.student, at=NOW + 2.5 * _DAY)
        self.store(Verdict.PASSED)

    def store(self, verdict: Verdict) -> None:
        """What a worker does with the report on the waiting job; one suite of two comes out like this."""
        [job] = self.session.scalars(select(Job).where(Job.kind == "grading", Job.state == "waiting"))
        job.state, job.owner = "running", "a worker"
        self.session.flush()
        told = report(
            suite(Verdict.PASSED, graph(Verdict.PASSED), slug="diamond"),
            suite(verdict, graph(verdict), slug="linear_chain"),
        )
        assert store(self.session, Claim.of(job), FinishedReport.of(told), now=_LATE)

    def extend(self) -> None:
        """A due date that is two days later."""
        grant = Grant(due_at=NOW + 3 * _DAY)
        extensions.give(self.session, self.owner, self.made, self.student.id, grant, now=_LATE)

    def use_late_days(self) -> None:
        """Both of the student's."""
        late_days.use(self.session, Caller(self.student.id), self.made, 2, now=_LATE)

    def change(self) -> None:
        """No penalty for anybody."""
        draft = assignments.draft_of(self.session, self.made)
        values = {name: getattr(draft, name) for name in Draft.__dataclass_fields__}
        without = Draft(**{**values, "late_percent_per_day": Decimal(0)})
        revision = self.made.revision
        assignments.change(self.session, self.owner, self.made, without, revision=revision, now=_LATE)

    def override(self) -> None:
        """All points from a person."""
        points = Decimal(100)
        overrides.give(self.session, self.owner, self.made, self.student.id, points, "viva", now=_LATE)

    def regrade(self) -> None:
        """Half of the points for the same file."""
        regrades.one(self.session, self.owner, self.submission, now=_LATE)
        self.store(Verdict.FAILED)

    def changes(self) -> list[tuple[str, int, int]]:
        """Those of the grade, with its points before and after."""
        rows = self.session.scalars(select(GradeChange).where(GradeChange.submission_id.is_(None)))
        return [(each.why, int(each.before or 0), int(each.after or 0)) for each in rows]

    def percent(self) -> int:
        """What figures count."""
        self.session.expire_all()
        return int(self.session.scalars(select(AttemptFact.percent)).one())


@pytest.mark.parametrize(
    ("happens", "change", "percent", "notices", "events"),
    [
        (LateWork.extend, (ChangeReason.EXTENSION, 80, 100), 100, 1, []),
        (LateWork.use_late_days, (ChangeReason.LATE_DAYS, 80, 100), 100, 0, []),
        (LateWork.change, (ChangeReason.SETTINGS, 80, 100), 100, 0, []),
        (LateWork.override, (ChangeReason.OVERRIDE, 80, 100), 80, 1, [WebhookEvent.OVERRIDDEN]),
        (LateWork.regrade, (ChangeReason.REGRADE, 80, 40), 40, 1, [WebhookEvent.REGRADED]),
    ],
    ids=["extension", "late days", "settings", "override", "regrade"],
)
def test_whatever_moves_a_grade_says_so_everywhere(
    database: Database,
    happens: Callable[[LateWork], None],
    change: tuple[ChangeReason, int, int],
    percent: int,
    notices: int,
    events: list[WebhookEvent],
) -> None:
    with database.begin() as session:
        work = LateWork(session)
        assert (work.percent(), work.changes()) == (80, [])
        happens(work)

        assert work.changes() == [change]
        assert work.percent() == percent  # points of a person are beside the facts
        kinds = session.scalars(select(Notice.kind)).all()
        assert kinds == [NoticeKind.GRADE_CHANGED] * notices
        sent = session.scalars(select(WebhookDelivery.event).order_by(WebhookDelivery.id))
        assert list(sent) == [WebhookEvent.GRADED, *events]


@pytest.mark.parametrize("happens", [LateWork.extend, LateWork.override, LateWork.regrade])
@pytest.mark.parametrize(
    "hiding", [{"shown": Shown.AFTER_CLOSE}, {"hidden_suites": ["diamond"], "hidden_until": Reveal.BY_HAND}]
)
def test_who_does_not_see_the_grade_yet_is_not_told_that_it_changed(
    database: Database, hiding: dict[str, object], happens: Callable[[LateWork], None]
) -> None:
    with database.begin() as session:
        work = LateWork(session)
        for name, value in hiding.items():
            setattr(work.made, name, value)
        happens(work)
        assert len(work.changes()) == 1
        assert session.scalars(select(Notice.kind)).all() == []
