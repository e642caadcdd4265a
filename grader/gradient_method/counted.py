"""Signs that show by how much the numbers of a pass grow from a small graph to a large one."""

from grader.gradient_method.exactness import count_alike, is_exact, is_near, is_nearly_right, is_rounded
from grader.gradient_method.known import LOOSE
from grader.gradient_method.signs import Signs
from grader.gradient_method.watched_pass import WatchedPass
from grader.gradients import Sign

_GROWS = 4.0
"""The growth of work from a graph of 3 inputs to one of 9: linear work is 3 times as much, work that
grows with inputs times nodes 5 times and more."""
_EVALUATIONS = 4
"""Numbers for each input that no use of the chain rule gives: fewer may come from anything."""
_NEAR = 0.02
_MOST = 0.7


def growing_signs(signs: Signs, few: WatchedPass, many: WatchedPass) -> None:
    """Add the signs of a graph in two sizes; once the large one adds contributions, no other method's."""
    signs.nearly_right = is_nearly_right(few) and is_nearly_right(many)
    backward_signs(signs, many)
    _forward_signs(signs, few, many)
    if many.accumulates and Sign.RULE_IGNORED not in signs.evidence:
        return
    _evaluation_signs(signs, few, many)
    moved = sum(_is_moved(many, x) for x in many.known.inputs) if is_exact(many.judged) else 0
    if 2 * moved > many.inputs:
        signs.add(Sign.MOVED_INPUTS, moved, many.inputs)
    if many.watched.complex >= many.inputs:
        signs.add(Sign.COMPLEX_NUMBERS, many.watched.complex, few.watched.complex)
    if is_rounded(few.judged) or is_rounded(many.judged):
        signs.add(Sign.ROUNDED)


def backward_signs(signs: Signs, watched: WatchedPass) -> None:
    """Add the sign of when gradients of middle nodes come up: in the pass, before it, or never."""
    known = watched.known
    middle = watched.count_new(known.middle, LOOSE)
    if middle >= _MOST * len(known.middle):
        signs.add(Sign.MIDDLE_GRADIENTS, middle, len(known.middle))
    elif watched.count_held(known.middle) >= _MOST * len(known.middle):
        signs.has_middle_before_pass = True
    elif not watched.watched.cut and not watched.count(known.middle):
        signs.add(Sign.NO_MIDDLE_GRADIENTS, 0, len(known.middle))


def _forward_signs(signs: Signs, few: WatchedPass, many: WatchedPass) -> None:
    carried = [look.count(look.known.carried) for look in (few, many)]
    if all(n >= _MOST * len(look.known.carried) for n, look in zip(carried, (few, many), strict=True)):
        signs.add(Sign.CARRIED_DERIVATIVES, carried[1], len(many.known.carried))
    forward = [look.count(look.known.forward) for look in (few, many)]
    if _grows(*forward):
        signs.add(Sign.DERIVATIVES_GROW, forward[1], forward[0])
    if many.count_held(many.known.gradients) == many.inputs:
        signs.add(Sign.KNOWN_BEFORE, many.inputs, many.inputs)


def _evaluation_signs(signs: Signs, few: WatchedPass, many: WatchedPass) -> None:
    if many.evaluations > _EVALUATIONS * many.inputs:
        grows = _grows(few.evaluations, many.evaluations)
        sign = Sign.EVALUATIONS_GROW if grows else Sign.OTHER_EVALUATIONS
        signs.add(sign, many.evaluations, few.evaluations)


def _grows(few: int, many: int) -> bool:
    return many >= _GROWS * max(few, 1)


def _is_moved(look: WatchedPass, x: float) -> bool:
    """Whether numbers near an input's data came up; of exact types, several that equal it as floats."""
    if count_alike(look.exact, x) > 1:
        return True
    return any(is_near(number, x, _NEAR) for number in look.unknown)
