"""Each sentence of a report is checked against plain Python, the chain rule and the source."""

import pytest

from grader.assignment import assignment
from grader.grade import grade
from grader.sandbox.base import Sandbox, Source
from tests.corpus_files import FOLDER, bases, causes, wild, wrong
from tests.graded import ReportCache
from tests.half_done import BODIES, prefixes, without_rules
from tests.thorough import THOROUGH, drawn
from tests.truth.checker import check
from tests.truth.unfinished import parts
from tests.truth.witness import seen

_FULL = assignment("full")
_RUNS = 20 if THOROUGH else 3
_WRONG = [
    *(pytest.param(one.submission, id=one.id) for one in causes()),
    *(pytest.param(one.submission, id=one.id) for one in wrong() if one.fails),
    *(
        pytest.param(one.submission, id=one.id)
        for one in wild()
        if one.fails and not one.submission.is_notebook  # plain Python runs none
    ),
    *(
        pytest.param(Source(path.name, path.read_bytes()), id=path.name)
        for path in sorted((FOLDER / "several").glob("*.py"))
    ),
]


@pytest.mark.sampled(one_in=24)
@pytest.mark.parametrize("source", _WRONG)
def test_every_sentence_is_so(source: Source, graded: ReportCache) -> None:
    report = graded.report(source, _FULL)

    assert check(seen(source.content, report, runs=_RUNS)).wrong == []


@pytest.mark.sampled(one_in=24)
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("style", [one.style for one in bases()])
def test_of_a_class_that_is_half_done_too(style: str, body: str, sandbox: Sandbox) -> None:
    text = next(one for one in bases() if one.style == style).source.decode()
    name = "Value" if "class Value" in text else "Scalar"
    classes = [*prefixes(text, name, BODIES[body]), *without_rules(text, name, BODIES[body])]
    for half in drawn(classes, 1):
        report = grade(Source("value.py", half.source.encode()), _FULL, sandbox)
        told = seen(half.source.encode(), report)

        assert [*parts(told), *check(told).wrong] == []
