"""Signs that one graph shows alone, by when its numbers come up."""

from grader.gradient_method.elsewhere import Elsewhere, evaluated
from grader.gradient_method.exactness import count_alike, error_of
from grader.gradient_method.known import LOOSE, SAME
from grader.gradient_method.signs import OUTWARDS, Signs
from grader.gradient_method.watched_pass import WatchedPass
from grader.gradients import Sign

_ROUNDED_TWICE = 3e-15
_MOST_TOLD = 0.6
_MOST = 0.7


def single_signs(signs: Signs, look: WatchedPass) -> None:
    """Add the signs of other methods that one graph shows, unless contributions are added up in it."""
    # Contributions are added and no rule was ignored: that is backpropagation, whatever else comes up in it.
    if not look.known.parts or (look.accumulates and Sign.RULE_IGNORED not in signs.evidence):
        return
    _elsewhere_signs(signs, look)
    _outward_signs(signs, look)
    if OUTWARDS & signs.evidence.keys():
        carried = [look.first(x, SAME) is not None for x in look.known.carried]
        if carried and sum(carried) >= _MOST * len(carried):
            signs.add(Sign.CARRIED_DERIVATIVES, sum(carried), len(carried))


def _elsewhere_signs(signs: Signs, look: WatchedPass) -> None:
    """Add the signs that the output was evaluated beside most inputs, maybe only as a check."""
    elsewhere = evaluated(look.judged.planned.play.graph.program, look.known.inputs, look.moments)
    telling = set(look.known.telling)
    real, turned = len(elsewhere.real & telling), len(elsewhere.complex & telling)
    every = len(telling)
    if len((elsewhere.real | elsewhere.complex) & telling) >= max(2, _MOST_TOLD * every):
        if real:
            signs.add(Sign.MOVED_INPUTS, real, every)
        if turned:
            signs.add(Sign.COMPLEX_NUMBERS, look.watched.complex, turned)
        signs.evaluated(check=_is_a_check(look, elsewhere), seen=max(real, turned), of=every)
    elif _is_exactly_elsewhere(look):
        signs.add(Sign.MOVED_INPUTS, look.inputs, look.inputs)
        signs.evaluated(check=False, seen=look.inputs, of=look.inputs)


def _is_exactly_elsewhere(look: WatchedPass) -> bool:
    """Whether there are several exact numbers beside each input's data, and as many beside the output's.

    Told as floats they are alike. A small difference in one operation's rule moves each operand as often,
    but the output by its own operands alone.
    """
    data = look.judged.planned.instance.expected.data
    others = [count_alike(look.exact, x) - 1 for x in look.known.inputs]
    return min(others) > 0 and count_alike(look.exact, data[-1]) > sum(others)


def _is_a_check(look: WatchedPass, elsewhere: Elsewhere) -> bool:
    """Whether gradients came up before the evaluations, or after them all, too exact for differences."""
    for position in look.known.alone:
        when = look.first(look.known.gradients[position], SAME)
        if when is not None and position in elsewhere.when and when < elsewhere.when[position]:
            return True
    both = [x for position in look.known.alone if _has_both(look, x := look.known.gradients[position])]
    whens = [when for x in both if (when := look.first(x, _ROUNDED_TWICE)) is not None]
    return 2 * len(both) > len(look.known.alone) and min(whens) > max(elsewhere.when.values())


def _has_both(look: WatchedPass, gradient: float) -> bool:
    """Whether a gradient came up as exact as backpropagation has it, and with the error of a difference."""
    errors = [error_of(abs(x), abs(gradient)) for x in look.seen]
    return min(errors, default=1.0) <= _ROUNDED_TWICE and any(_ROUNDED_TWICE < e < LOOSE for e in errors)


def _outward_signs(signs: Signs, look: WatchedPass) -> None:
    """Add the signs that derivatives are carried from the inputs outwards, to the output."""
    if swept := _swept(look):
        signs.add(Sign.FORWARD_SWEEPS, swept)
    added = sum(look.count_passing(group) > 0 for group in look.known.addends)
    if added and added == len(look.known.addends):
        signs.add(Sign.FORWARD_CONTRIBUTIONS, added)
    if rows := _rows(look):
        signs.add(Sign.FORWARD_ROWS, rows)


def _swept(look: WatchedPass) -> int:
    """Count the nodes from which derivatives were carried to the output, one after the other; 0 if not so.

    Passes backward from every node compute the same numbers, but all derivatives of a node before those
    of the output, or all those of the output first.
    """
    ends: list[float] = []
    steps: list[float] = []
    for sweep in look.known.sweeps:
        end = look.first(sweep.output, SAME)
        if end is None:
            if sweep.is_input:
                return 0
            continue
        whens = [look.first(x, SAME) for x in sweep.between]
        between = [when for when in whens if when is not None and when < end]
        if len(between) < len(whens):
            return 0
        ends.append(end)
        steps += between
    # An end before a step of a later sweep: derivatives of one node were complete before the next began.
    return len(ends) if len(ends) > 1 and min(ends) < max(steps) else 0


def _rows(look: WatchedPass) -> int:
    """Count the nodes whose derivatives by others came up together, node after node; 0 if not so."""
    whens: set[float] = set()
    for row in look.known.rows:
        by_middle, by_inputs = (
            min((when for x in each if (when := look.first(x, SAME)) is not None), default=None)
            for each in (row.by_middle, row.by_inputs)
        )
        if by_middle is None or by_inputs is None or by_middle < by_inputs:
            return 0
        whens.add(by_inputs)
    return len(whens) if len(whens) == len(look.known.rows) > 1 else 0
