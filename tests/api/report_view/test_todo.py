"""Half-done work reads as a list of what to write, whatever stumbles over the parts that are not there."""

from api.report_view.report import report_view
from grader.assignment import assignment
from grader.grade import grade
from grader.report import Verdict
from grader.sandbox.base import Sandbox, Source
from submissions.assignments.hints import DEFAULT
from submissions.assignments.starter import STARTER
from submissions.results.trimming import trim
from tests.corpus_files import FOLDER


def test_the_untouched_starter_is_to_do_and_nothing_is_wrong(sandbox: Sandbox) -> None:
    report = grade(Source("value.py", STARTER.encode()), assignment("full"), sandbox)
    seen = report_view(trim(report, DEFAULT), {"value.py": STARTER.encode()})
    causes = {cause.cause for stage in seen.stages for cause in stage.by_cause}

    assert (seen.findings, seen.verdict) == ((), Verdict.MISSING)
    assert seen.missing_note.startswith("To write: `*`, `backward()`")
    assert "the rule of `+` (line 21)" in seen.missing_note
    assert causes >= {"waits for `*`", "waits for `backward()`", "waits for the rule of `+`"}
    assert report.score.missing == report.score.possible


def test_a_method_that_was_meant_to_be_there_is_wrong_and_not_to_do(sandbox: Sandbox) -> None:
    """It has `2 + a`, and not `2 * a`."""
    right = (FOLDER / "closures_set" / "value.py").read_text(encoding="utf-8")
    source = right.replace("def __rmul__(", "def _rmul(").encode()
    report = grade(Source("value.py", source), assignment("full"), sandbox)
    seen = report_view(trim(report, DEFAULT), {"value.py": source})

    assert [view.title for view in seen.findings] == [
        "The reflected method for a number on the left is missing (line 4, in `*`)"
    ]
    assert seen.verdict is Verdict.FAILED
    assert "nothing wrong" not in seen.score
    assert seen.missing_note.startswith("Still missing: `2 * a`")
