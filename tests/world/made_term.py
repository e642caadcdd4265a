"""A made term with few students, for tests of what it has and of its figures."""

import pickle
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from api.words.term import term_texts
from grader.sandbox.embedded import Embedded
from submissions.grading.work.task import Grader
from submissions.operating.term import make
from submissions.operating.term.make import MadeTerm
from submissions.storage.database import Database
from tests.graded import alone, shared_folder
from tests.world.counted_class import NOW

STUDENTS = 10


@dataclass(frozen=True, slots=True)
class KeptTerm:
    """A term, and how far it was at each turn of its making."""

    made: MadeTerm
    turns: list[tuple[int, int]] = field(default_factory=list)


def made_term(
    database: Database, students: int, *, turn: Callable[[int, int], None] = lambda *_: None
) -> MadeTerm:
    """The term of seed 1."""
    with closing(Embedded(locked=False)) as sandbox:
        maker = make.Maker(database, Grader.using(sandbox), 2, turn)
        return make.make(maker, term_texts(), students, 1, now=NOW)


def term_once(factory: pytest.TempPathFactory, template: Path) -> tuple[Path, KeptTerm]:
    """A copy of the database of a term that is made once a run, for tests that change nothing in it."""
    kept = shared_folder(factory) / "term.db"
    told = kept.with_suffix(".term")
    with alone(kept):
        if not told.exists():
            told.write_bytes(pickle.dumps(_make(Path(shutil.copy(template, kept)))))
        term: KeptTerm = pickle.loads(told.read_bytes())  # noqa: S301 - written by a process of this run
        return Path(shutil.copy(kept, factory.mktemp("term") / "backgrade.db")), term


def _make(path: Path) -> KeptTerm:
    turns: list[tuple[int, int]] = []
    with closing(Database(f"sqlite:///{path}")) as database:
        made = made_term(database, STUDENTS, turn=lambda *turn: turns.append(turn))
        return KeptTerm(made, turns)
