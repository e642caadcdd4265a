"""Each sentence of a report is checked against plain Python, the chain rule and the source."""

import pytest
from _pytest.mark import ParameterSet

from grader.assignment import assignment
from grader.grade import grade
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from tests.corpus_files import FOLDER, bases, causes, wild, wrong
from tests.graded import ReportCache
from tests.half_done import BODIES, prefixes, without_rules
from tests.thorough import THOROUGH, drawn
from tests.truth.checker import check
from tests.truth.unfinished import parts
from tests.truth.witness import seen

_FULL = assignment("full")
_RUNS = 20 if THOROUGH else 3
_OTHER_USE = "plain Python, as it is run here, makes no other call than the pass"
_STILL_FALSE = {
    "causes/every_gradient_is_one_array.py": "graphs keep numbers of earlier ones, which nobody pastes",
    "causes/quotient_swapped_beside_a_power_that_raises.py": "a plain number is made a node before",
} | dict.fromkeys(
    (
        "causes/difference_in_a_graph_of_functions.py",
        "causes/difference_on_a_tape_of_lists.py",
        "causes/graph_made_first_overwrites.py",
        "causes/leaf_of_a_tree_replaces_its_gradient.py",
        "causes/partials_by_an_unknown_name.py",
        "causes/product_inside_of_an_entered_tape.py",
        "causes/sorted_without_marks_before_the_pass.py",
    ),
    _OTHER_USE,
)
"""Files of which a report says what plain Python does not show, and why."""


def _one(source: Source, name: str) -> ParameterSet:
    reason = _STILL_FALSE.get(name)
    return pytest.param(source, id=name, marks=[pytest.mark.xfail(reason=reason)] if reason else [])


_WRONG = [
    *(_one(one.submission, one.id) for one in causes()),
    *(_one(one.submission, one.id) for one in wrong() if one.fails),
    *(
        _one(one.submission, one.id)
        for one in wild()
        if one.fails and not one.submission.is_notebook  # plain Python runs none
    ),
    *(
        _one(Source(path.name, path.read_bytes()), path.name)
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
