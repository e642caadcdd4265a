"""A made term with few students, for tests of what it has and of its figures."""

import pickle
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from api.words.term import term_texts
from submissions.operating.term import make
from submissions.operating.term.make import Examiner, MadeTerm
from submissions.storage.database import Database
from tests.graded import alone, shared_folder
from tests.world.counted_class import NOW

STUDENTS = 10


def made_term(database: Database, students: int, examiner: Examiner | None = None) -> MadeTerm:
    """The term of so many students."""
    return make.make(database, term_texts(), students, now=NOW, examiner=examiner)


def term_once(factory: pytest.TempPathFactory, template: Path) -> tuple[Path, MadeTerm]:
    """A copy of the database of a term that is made once a run, for tests that change nothing in it."""
    kept = shared_folder(factory) / "term.db"
    told = kept.with_suffix(".term")
    with alone(kept):
        if not told.exists():
            told.write_bytes(pickle.dumps(_make(Path(shutil.copy(template, kept)))))
        term: MadeTerm = pickle.loads(told.read_bytes())  # noqa: S301 - written by a process of this run
        return Path(shutil.copy(kept, factory.mktemp("term") / "backgrade.db")), term


def _make(path: Path) -> MadeTerm:
    with closing(Database(f"sqlite:///{path}")) as database:
        return made_term(database, STUDENTS)
