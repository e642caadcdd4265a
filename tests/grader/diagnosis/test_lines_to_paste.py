"""The lines that show a cause, pasted behind the class, print the number that is said."""

import contextlib
import io
import re
import sys
from types import ModuleType

import pytest

from grader.assignment import assignment
from grader.grade import grade
from grader.report import Report
from grader.sandbox.base import Sandbox, Source
from tests.corpus_files import Cause, Member, causes, member, wrong
from tests.graded import ReportCache

_CORE = assignment("core")
_SEEN = [one for one in wrong() if one.fails]
_PASTED = "pasted"
_SAID = re.compile(r"# (\S+), should be \S+$")


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("found", _SEEN, ids=lambda one: one.id)
def test_what_is_said_to_be_printed_is_printed(
    found: Member, graded: ReportCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    _assert_printed(graded.report(found.submission, _CORE), found.source, monkeypatch)


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("found", causes(), ids=lambda one: one.id)
def test_of_whole_files_too(found: Cause, graded: ReportCache, monkeypatch: pytest.MonkeyPatch) -> None:
    _assert_printed(graded.report(found.submission, assignment("full")), found.source, monkeypatch)


def _assert_printed(report: Report, source: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every number that is said to be printed is what the unedited file prints."""
    module = ModuleType(_PASTED)
    monkeypatch.setitem(sys.modules, _PASTED, module)
    told = [each.explained for each in report.diagnosis.findings] if report.diagnosis else []
    for explained in told:
        said = _SAID.search(explained.graph) if explained else None
        if explained is None or explained.others_repaired or said is None:  # nobody is shown such lines
            continue

        printed = _printed(source, explained.graph, module)
        assert printed == pytest.approx(float(said[1]), rel=1e-3), explained.graph


def test_of_two_faults_each_is_shown_by_a_graph_of_its_own(sandbox: Sandbox) -> None:
    """Closures that overwrite cannot be seen where no closure is ever run, and the reverse."""
    base = member("closures_set/overwrite_everywhere").source
    never_run = base.replace(b"topo.append(v)", b"pass")
    assert never_run != base
    report = grade(Source("two.py", never_run), assignment("full"), sandbox)
    assert report.diagnosis is not None
    told = {each.fault: each for each in report.diagnosis.findings}
    assert set(told) == {"traversal_missing", "overwritten_gradient"}
    shown = told["traversal_missing"].explained

    assert shown is not None
    assert "# 0, should be " in shown.graph


def _printed(source: bytes, lines: str, module: ModuleType) -> float:
    """What the lines print behind the submission."""
    output = io.StringIO()
    code = compile(source + b"\n" + lines.encode(), "pasted.py", "exec")
    with contextlib.redirect_stdout(output):
        exec(code, module.__dict__)  # noqa: S102 - a file of ours
    return float(output.getvalue().split()[-1])
