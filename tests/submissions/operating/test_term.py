"""A made term: what is planned follows from the seed, and what is made is really graded."""

from datetime import UTC, datetime

from sqlalchemy import func, select

from grader.sandbox.embedded import Embedded
from submissions.figures.rebuild import rebuild
from submissions.operating import term
from submissions.operating.term_files import places, right, wrong
from submissions.storage.database import Database
from submissions.tables import Assignment, AttemptFact, Grading, State, Submission
from submissions.work.task import Grader

NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
TEXTS = term.TermTexts(
    "Demo", "Instructor", ("Assistant",), tuple(term.TermTask(each, "Do it.") for each in "123456")
)


def test_the_same_seed_makes_the_same_term() -> None:
    assert term.plan(20, 3, NOW) == term.plan(20, 3, NOW)
    assert term.plan(20, 3, NOW) != term.plan(20, 4, NOW)


def test_students_have_names_and_files_of_their_own() -> None:
    everybody, planned = term.plan(300, 1, NOW)
    copies = [each for each in everybody if each.signature != each.name]
    files = {
        (each.student.signature, each.text.signed(each.student.signature))
        for attempts in planned
        for each in attempts
    }

    assert len({each.name for each in everybody}) == 300
    assert 0 < len(copies) < 30
    assert all(content.startswith(f"# {name}\n".encode()) for name, content in files)


def test_files_are_classes_as_students_write_them() -> None:
    for text in (right(), wrong("overwritten_gradient", places("overwritten_gradient")[0])):
        compile(text, "value.py", "exec")
        assert "->" not in text


def test_a_small_term_is_graded_by_the_engine(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    sandbox = Embedded(locked=False)
    maker = term.Maker(database, Grader.using(sandbox), 1, lambda *_: None)
    made = term.make(maker, TEXTS, 1, 1, now=NOW)
    with database.begin() as session:
        total = session.scalar(select(func.count()).select_from(Submission))
        graded = session.scalar(select(func.count()).where(Grading.state == State.GRADED))
        kept = session.scalar(select(func.count()).select_from(AttemptFact))
        again = sum(rebuild(session, each) for each in session.scalars(select(Assignment.id)))
    sandbox.close()
    database.close()

    assert total == made.submissions
    assert kept == graded == again
