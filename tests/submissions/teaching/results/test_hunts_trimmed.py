"""A hunt has no suites: what hides them, or hints, leaves its result as it is, and never names a fault."""

import pytest

from grader.grade_hunt import grade_hunt
from grader.hunt import library
from grader.hunt.hunting import Hunt
from grader.records import to_json
from grader.sandbox.plays import Source
from submissions.courses.assignments.hints import Rung
from submissions.teaching.results.trimming import as_seen, trim, without_names

REPORT = grade_hunt(Source("graphs.txt", b"a = 3\nb = a * a\nc = b - 1\n"), Hunt(library.usual()))
SUITE = "linear_chain"


@pytest.mark.parametrize("rung", Rung)
@pytest.mark.parametrize(("closed", "outlined"), [((), ()), ((SUITE,), ()), ((), (SUITE,))])
def test_a_student_sees_all_of_it_but_the_names(
    rung: Rung, closed: tuple[str, ...], outlined: tuple[str, ...]
) -> None:
    seen = trim(without_names(as_seen(REPORT, closed=closed, outlined=outlined)), rung).report

    assert REPORT.hunt is not None
    assert seen.hunt is not None
    assert (seen.score, seen.hunt.exposed) == (REPORT.score, REPORT.hunt.exposed)
    assert seen.hunt.graphs == REPORT.hunt.graphs
    assert [fault for fault in library.usual() if fault in to_json(seen)] == []
