"""The course file of the demo term: the settings of its six assignments."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.words.term import term_texts
from bench.term import plan
from bench.term.styles._style import NOT_IN_THE_LECTURE
from grader.assignment import SuiteSelection
from grader.records import replace
from submissions.courses.assignments import copying
from submissions.courses.assignments.copying import AssignmentCopy
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.own_graph import OwnGraph
from submissions.courses.assignments.points import current_version, graded_on, usual_weights
from submissions.courses.assignments.starter import STARTER
from submissions.courses.courses import courses
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Assignment, Hinting, Reveal
from submissions.teaching.terms import course_file

LAST_DUE = datetime(2026, 1, 30, 22, tzinfo=UTC)
"""The first day in the file. `backgrade demo` moves all dates."""

_WEEK = timedelta(weeks=1)
_LATE_DAYS, _USABLE = 5, 2
_WEIGHTS = (10, 15, 20, 20, 15, 20)
_OWN_GRAPH = OwnGraph(
    title="",
    text="u = a * b; v = u + a; L = v * u",
    inputs={"a": (2.0, 2.0), "b": (-3.0, -3.0)},
    points=2,
)
_WITH_OWN_GRAPH = 3
_SPECIAL: Mapping[int, Mapping[str, Any]] = {
    2: {"bonus": ("value_exponent",)},
    plan.IN_PAIRS: {"group_size": 2},
    5: {"hidden_suites": ("ladders", "middle_root"), "hidden_until": Reveal.AFTER_DUE},
}
"""By assignment, what it has and others have not."""


def due_dates() -> list[datetime]:
    """When the assignments are due, a week apart."""
    return [LAST_DUE - _WEEK * weeks for weeks in reversed(range(len(plan.STAGES)))]


def course() -> dict[str, Any]:
    """The course as the service exports it."""
    with _session() as (session, caller):
        texts = term_texts()
        made = courses.create(session, caller, texts.course, "UTC", late_days=_LATE_DAYS, now=LAST_DUE)
        for number, due_at in enumerate(due_dates()):
            copying.create(session, caller, made.id, _assignment(number, due_at), now=LAST_DUE)
        exported: dict[str, Any] = json.loads(course_file.export(session, caller, made.id))
    return exported


def selections(content: Mapping[str, Any]) -> Sequence[SuiteSelection]:
    """The suites that each assignment of a course file asks for."""
    with _session() as (session, caller):
        made = course_file.import_(session, caller, json.dumps(content).encode(), now=LAST_DUE)
        chosen = select(Assignment).where(Assignment.course_id == made.id).order_by(Assignment.id)
        return [graded_on(current_version(session, each)) for each in session.scalars(chosen)]


def _assignment(number: int, due_at: datetime) -> AssignmentCopy:
    texts = term_texts()
    weights = usual_weights(plan.STAGES[number])
    draft = Draft(
        title=texts.assignments[number].title,
        instructions=texts.assignments[number].instructions,
        starter=STARTER,
        stage=plan.STAGES[number],
        weights={slug: weight for slug, weight in weights.items() if slug not in NOT_IN_THE_LECTURE},
        opens_at=plan.opens(due_at),
        due_at=due_at,
        closes_at=plan.closes(due_at),
        late_percent_per_day=Decimal(10),
        late_days_usable=_USABLE,
        hinting=Hinting.CLIMB,
        **_SPECIAL.get(number, {}),
    )
    own = (replace(_OWN_GRAPH, title=texts.own_graph),) if number == _WITH_OWN_GRAPH else ()
    return AssignmentCopy(draft, own, Decimal(_WEIGHTS[number]))


@contextmanager
def _session() -> Iterator[tuple[Session, Caller]]:
    """A service of one operator, which is gone afterwards."""
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{Path(folder)}/term.db")
        database.migrate()
        try:
            with database.begin() as session:
                yield session, Caller(people.add(session, "maker", "Maker", now=LAST_DUE).id, operator=True)
        finally:
            database.close()
