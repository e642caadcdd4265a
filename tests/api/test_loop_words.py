"""A loop that never ends in words: which, where, and what shows it."""

import pytest

from api.words import finding as finding_words
from api.words.loop import REPEATS, loop
from api.words.problem import problem
from grader.finding import Certainty, Evidence, Finding, Where
from grader.sandbox.base import Loop, Problem

STACK = Loop(kind="while", line=31, last=35, function="backward", how="kept", name="stack")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "the `while` loop in line 31 never ends: `stack` never gets shorter"),
        ({"how": "grows"}, "the `while` loop in line 31 never ends: `stack` only gets longer"),
        ({"how": "same", "name": "node"}, "the `while` loop in line 31 never ends: `node` never changes"),
        (
            {"how": "refilled"},
            "the `while` loop in line 31 never ends: `stack` is filled as fast as it is emptied",
        ),
        (
            {"how": "away", "name": "i"},
            "the `while` loop in line 31 never ends: `i` moves away from the value that would end the loop",
        ),
        (
            {"how": "no-exit", "name": None, "cell": 2},
            "the `while` loop in cell 2, line 31 never ends: it has no `break` and no `return`",
        ),
        (
            {"how": "cycles", "name": None},
            (
                "the `while` loop in line 31 never ends: "
                "after some rounds all that its condition depends on is exactly as it was before"
            ),
        ),
        ({"how": "repeats", "name": None}, f"the `while` loop in line 31 never ends: {REPEATS}"),
        (
            {"kind": "for", "how": "grows", "name": "topo"},
            "the `for` loop in line 31 never ends: `topo` only gets longer",
        ),
        ({"kind": "comprehension"}, "the comprehension in line 31 never ends: `stack` never gets shorter"),
    ],
)
def test_a_loop_is_told_with_its_line_and_why_it_does_not_end(changed: dict[str, object], said: str) -> None:
    assert loop(STACK.model_copy(update=changed)) == said


@pytest.mark.parametrize(
    ("certainty", "said"),
    [
        (
            Certainty.PROVEN,
            "proven: after some rounds everything the loop can see is exactly as it was before",
        ),
        (Certainty.LIKELY, "likely: this was seen while the rounds of the loop were counted"),
    ],
)
def test_how_sure_it_is(certainty: Certainty, said: str) -> None:
    told = Finding(fault="never_ends", certainty=certainty, evidence=Evidence(loop=STACK))
    assert finding_words.certainty(told) == said
    assert finding_words.evidence(told.evidence, ()) == [loop(STACK)]


def test_a_title_is_short_and_has_the_place() -> None:
    where = Where(line=31, function="backward")
    told = Finding(fault="never_ends", certainty=Certainty.LIKELY, where=where)
    assert finding_words.title(told) == "Infinite loop, line 31, in `backward`"
    assert len(finding_words.title(told)) <= 60


def test_what_hangs_for_no_reason_that_is_known_is_not_said_to_give_numbers() -> None:
    told = Finding(fault="unknown", certainty=Certainty.UNKNOWN)
    assert finding_words.certainty(told) == "unknown: nothing that is known here fits what was seen"


def test_a_problem_in_a_loop_says_so_instead_of_the_time_it_took() -> None:
    for kind, more in (("time", ""), ("memory", "; it used up all memory")):
        told = problem(Problem.model_validate({"kind": kind, "line": 31, "loop": STACK}))
        assert told.seen == f"the `while` loop in line 31 never ends: `stack` never gets shorter{more}"
        assert told.advice.startswith("say for the loop what gets less in each round")
