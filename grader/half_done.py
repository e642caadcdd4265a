"""Asks for operations of a half-done class below the output, by the sum or the product that it has.

At the output the upstream gradient is 1, so a rule that forgets it is right there. The suites put each
operation below sums and products, and a class without one of these cannot play that.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from grader.unfinished import Progress
from suites import BINARY, PRIMITIVES, Graph, Suite, at, written

_INPUTS = {"a": 0.7, "b": 1.6}


def below_the_output(progress: Progress) -> Sequence[Suite]:
    """Return the suites of operations with one graph each, which needs no more than the class has.

    None if it has sums and products, for then their own graphs ask for it; nor if something is wrong already.
    """
    done = progress.done - progress.rules.keys()
    signs = [sign for sign in ("+", "*") if sign in done]
    if len(signs) != 1 or progress.wrong:
        return ()
    about = ((suite, suite.about[0]) for suite in progress.suites if len(suite.about) == 1)
    return [_used_twice(suite, op, signs[0]) for suite, op in about if op in PRIMITIVES and op in done]


@lru_cache(maxsize=2 * len(PRIMITIVES))
def _used_twice(suite: Suite, op: str, sign: str) -> Suite:
    """Return the suite with a graph that uses the result of its operation twice."""
    names = ["a", "b"] if op in BINARY and op != "**" else ["a"]
    operands = [*names, "3"] if op == "**" else names
    text = f"c = {written(op, operands, call='{op}({operand})')}; d = c {sign} c"
    graph = Graph(text, at(**{name: _INPUTS[name] for name in names}))
    return replace(suite, graphs=(graph,), needs=())
