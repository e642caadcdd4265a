"""An exception of our own code in a child is our failure: the submission is not said to have ended it."""

from contextlib import closing
from pathlib import Path

import pytest

from grader.assignment import SuiteSelection
from grader.errors import HarnessFailed
from grader.grade import grade
from grader.sandbox import embedded
from grader.sandbox.embedded import Embedded
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Source
from grader.sandbox.replies import ProblemKind
from suites import load
from tests import patience
from tests.edited_harness import edited_harness
from tests.redteam_files import RIGHT, WRONG, forging_in_the_class

SMALL = SuiteSelection("small", (load()["a_plus_a"],))
CLAIM = r"""put(b'F', b'{"type": "KeyError\\nERROR of another", "place": "jobs.py:1"}')"""
LOADED = "reply, value_class, cells = submission.load("
LOADING = ("processes/jobs.py", LOADED, f'1 / (header["name"] != "right.py"); {LOADED}')
PLAYING = ("processes/jobs.py", "answer = player.answer(play, asks=True)", "answer = {}[play.number]")
KEEPING = (
    "processes/jobs.py",
    'reply["operations"] = self.player.operations.present()',
    'assert not hasattr(value_class.cls, "kept")\n                reply["operations"] = []',
)
FILLING = """
def fill():
    kept = []
    for size in (1 << 24, 1 << 20, 1 << 16):
        try:
            while True:
                kept.append(bytes(size))
        except MemoryError:
            pass
    return kept

Value.kept = fill()
"""
TRYING = ("processes/jobs.py", "for answers in self.attempts.tried(", "for answers in self.attempts.tired(")


def broken(folder: Path, edit: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch) -> Embedded:
    """A sandbox whose harness has a mistake of ours."""
    monkeypatch.setattr(embedded, "_HARNESS", edited_harness(folder, [edit]))
    return Embedded(patience.limits(Limits()))


@pytest.mark.parametrize(("edit", "raised"), [(LOADING, "ZeroDivisionError"), (PLAYING, "KeyError")])
def test_a_mistake_of_ours_is_no_end_of_the_submission(
    edit: tuple[str, str, str],
    raised: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with closing(broken(tmp_path, edit, monkeypatch)) as sandbox, pytest.raises(HarnessFailed):
        grade(Source("right.py", RIGHT.encode()), SMALL, sandbox)
    assert f"{raised!r} at " in caplog.text
    assert "jobs.py:" in caplog.text, "the line is named, so that it can be mended"


def test_what_fails_with_full_memory_is_no_mistake_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python itself raises a SystemError then, now and again."""
    with closing(broken(tmp_path, KEEPING, monkeypatch)) as sandbox:
        full = grade(Source("full.py", f"{RIGHT}\n{FILLING}".encode()), SMALL, sandbox)
        with pytest.raises(HarnessFailed):
            grade(Source("free.py", f"{RIGHT}\nValue.kept = []".encode()), SMALL, sandbox)
    assert {each.kind for each in (full.problem, full.error) if each} == {ProblemKind.MEMORY}


def test_a_mistake_of_ours_in_a_diagnosis_leaves_the_points_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(broken(tmp_path, TRYING, monkeypatch)) as sandbox:
        report = grade(Source("wrong.py", WRONG.encode()), SMALL, sandbox)
    assert report.diagnosis is not None
    assert report.diagnosis.status != "failed", "what does not need these tries goes on"
    assert report.score.earned < report.score.possible


def test_a_file_that_claims_a_mistake_of_ours_earns_nothing(
    sandbox: Embedded, caplog: pytest.LogCaptureFixture
) -> None:
    text = forging_in_the_class("garbage").replace("write(os.urandom(4096))", CLAIM)
    assert CLAIM in text
    with pytest.raises(HarnessFailed):
        grade(Source("hostile.py", text.encode()), SMALL, sandbox)
    assert "\nERROR of another" not in caplog.text, "what it says is no line of the log"
    report = grade(Source("right.py", RIGHT.encode()), SMALL, sandbox)
    assert report.score.earned == report.score.possible, "and the next file is graded as ever"
