"""A made term with few students, for tests of what it has and of its figures."""

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime

from api.words.term import term_texts
from grader.sandbox.embedded import Embedded
from submissions.operating.term import make
from submissions.operating.term.make import MadeTerm
from submissions.storage.database import Database
from submissions.work.task import Grader

NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


def made_term(
    database: Database,
    students: int,
    *,
    now: datetime = NOW,
    turn: Callable[[int, int], None] = lambda *_: None,
) -> MadeTerm:
    """The term of seed 1."""
    with closing(Embedded(locked=False)) as sandbox:
        maker = make.Maker(database, Grader.using(sandbox), 2, turn)
        return make.make(maker, term_texts(), students, 1, now=now)
