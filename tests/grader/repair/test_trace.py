"""Every write of a gradient is seen, with its line and the node whose rule was at work."""

from random import Random

import pytest

from grader.harness.problem import Places
from grader.harness.repair.trace import Tracer
from grader.plan import plan
from grader.sandbox.base import Sandbox, WriteTold
from suites import load
from tests.corpus_files import Member, member
from tests.grader.repair.loading import survey_of
from tests.rewriting_trials import broken, line

FIVE = load()["five_nodes"]
A, B, C, D, E = range(5)
"""The nodes of `c = a * b; d = a + b; e = c + d`, by their slots."""


def traced(found: Member, sandbox: Sandbox) -> tuple[WriteTold, ...]:
    """The gradients written in the pass, at a = 2 and b = -3."""
    play = plan(FIVE, FIVE.graphs[0], Random(1))[0].play
    with sandbox.open(found.submission, needs_backward=True) as run:
        (writes,) = run.trace([play])
    return tuple(each for each in writes if each.gradient and each.old is not None)


def history(writes: tuple[WriteTold, ...], node: int) -> list[float | None]:
    """What the gradient of a node was, one write after the other."""
    own = [each for each in writes if each.node == node]
    return [own[0].old, *(each.new for each in own)]
