"""A loop that never ends in words: which, where, and what shows it."""

import pytest

from api.words import finding as finding_words
from api.words.loop import loop
from api.words.problem import problem
from grader.finding import Certainty, Evidence, Finding, Where
from grader.records import replace
from grader.sandbox.replies import Loop, Problem, ProblemKind
from tests.offenders import for_each

STACK = Loop(kind="while", line=31, last=35, function="backward", how="kept", name="stack")


@for_each(
    ("changed", "loop_", "why"),
    [
        ({}, "The `while` loop on line 31", "`stack` never gets shorter"),
        ({"how": "grows"}, "The `while` loop on line 31", "`stack` only gets longer"),
        ({"how": "same", "name": "node"}, "The `while` loop on line 31", "`node` never changes"),
        ({"how": "refilled"}, "The `while` loop on line 31", "`stack` is filled as fast as it is emptied"),
        (
            {"how": "away", "name": "i"},
            "The `while` loop on line 31",
            "`i` moves away from the value that would end the loop",
        ),
        (
            {"how": "no-exit", "name": None, "cell": 2},
            "The `while` loop on line 31 of cell 2",
            "it has no `break` and no `return`",
        ),
        (
            {"how": "cycles", "name": None},
            "The `while` loop on line 31",
            "after some iterations, everything in its condition is exactly as it was before",
        ),
        (
            {"how": "repeats", "name": None},
            "The `while` loop on line 31",
            "after some iterations, everything it can see is exactly as it was before",
        ),
        (
            {"kind": "for", "how": "grows", "name": "topo"},
            "The `for` loop on line 31",
            "`topo` only gets longer",
        ),
        ({"kind": "comprehension"}, "The comprehension on line 31", "`stack` never gets shorter"),
    ],
)
def test_a_loop_has_its_line_and_the_reason_why_it_does_not_end(
    changed: dict[str, object], loop_: str, why: str
) -> None:
    assert loop(replace(STACK, **changed)) == f"{loop_} never ends: {why}."


@pytest.mark.parametrize(
    ("certainty", "beginning"), [(Certainty.PROVEN, "Proven: "), (Certainty.LIKELY, "Likely: ")]
)
def test_how_sure_it_is(certainty: Certainty, beginning: str) -> None:
    finding = Finding(fault="never_ends", certainty=certainty, evidence=Evidence(loop=STACK))
    assert finding_words.certainty(finding).startswith(beginning)
    assert "graph" not in finding_words.certainty(finding)


def test_a_title_is_short_and_has_the_place() -> None:
    where = Where(line=31, function="backward")
    finding = Finding(fault="never_ends", certainty=Certainty.LIKELY, where=where)
    assert finding_words.title(finding) == "Infinite loop (line 31, in `backward`)"
    assert len(finding_words.title(finding)) <= 60


def test_what_hangs_for_an_unknown_reason_is_not_said_to_give_numbers() -> None:
    finding = Finding(fault="unknown", certainty=Certainty.UNKNOWN)
    assert "numbers" not in finding_words.certainty(finding)
    assert "graph" not in finding_words.certainty(finding)


@pytest.mark.parametrize(
    ("kind", "more"), [(ProblemKind.TIME, ""), (ProblemKind.MEMORY, " It used up all memory.")]
)
def test_a_problem_in_a_loop_says_so_instead_of_the_time_it_took(kind: ProblemKind, more: str) -> None:
    message = problem(Problem(kind=kind, line=31, loop=STACK))
    assert message.seen == f"{loop(STACK)}{more}"
    assert "in each iteration" in message.advice
