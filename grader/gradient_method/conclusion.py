"""How a submission obtains its gradients: what it shows by our own rule, else what its passes show."""

from collections.abc import Container, Iterable, Sequence

from grader.compare import Quantity
from grader.expected import expect
from grader.gradient_method.counted import backward_signs, growing_signs
from grader.gradient_method.exactness import NEARLY, error_of, is_nearly_right
from grader.gradient_method.known import LOOSE
from grader.gradient_method.signs import Signs
from grader.gradient_method.single import single_signs
from grader.gradient_method.watched_pass import WatchedPass, watched_pass
from grader.gradients import Gradients, Method, MethodCertainty, Sign, SignEvidence
from grader.judge import Judged, ignores_rules
from grader.sandbox.plays import PlayStatus, ValueKind
from suites import MOVED, MOVED_BY, WATCHED

_MOST = 0.7


def by_own_rule(plays: Iterable[Judged]) -> Gradients | None:
    """Return that it is likely backpropagation, if every play followed the made-up rule; else None."""
    tried = list(plays)
    if not tried or not all(judged.right and _is_usual(judged) for judged in tried):
        return None
    evidence = SignEvidence(sign=Sign.RULE_FOLLOWED, seen=len(tried), of=len(tried))
    return Gradients(method=Method.BACKPROPAGATION, certainty=MethodCertainty.LIKELY, evidence=(evidence,))


def on_ordinary_graph(followed: Gradients, ordinary: Sequence[Judged]) -> Gradients | None:
    """Return backpropagation as proven, if a graph of all operations is passed backward too; else None.

    Whoever follows a rule only where it is made up has not used the others.
    """
    looks = [look for judged in ordinary if (look := watched_pass(judged)) and judged.right]
    if not looks:
        return None
    look = looks[0]
    middle, parts = look.count_new(look.known.middle, LOOSE), look.count_passing(look.known.parts)
    if not parts or middle < _MOST * len(look.known.middle):
        return None
    passed = (
        SignEvidence(sign=Sign.MIDDLE_GRADIENTS, seen=middle, of=len(look.known.middle)),
        SignEvidence(sign=Sign.CONTRIBUTIONS, seen=parts, of=len(look.known.parts)),
    )
    evidence = (*followed.evidence, *passed)
    return Gradients(method=Method.BACKPROPAGATION, certainty=MethodCertainty.PROVEN, evidence=evidence)


def _is_usual(judged: Judged) -> bool:
    """Whether the pass ran the same lines as without the rule: then it shows how gradients are obtained."""
    own_rule = judged.observation.own_rule
    return own_rule is not None and own_rule.same


def by_watching(watched: Sequence[Judged], own_rule: Sequence[Judged], plays: Sequence[Judged]) -> Gradients:
    """Conclude from the signs how the gradients were obtained."""
    # All signs are collected, for backpropagation and against it: they are weighed together at the end.
    signs = Signs()
    by_graph = {id(j.planned.play.graph): j for j in watched if j.planned.play.suite is WATCHED}
    chains = [watched_pass(by_graph.pop(id(graph), None)) for graph in WATCHED.graphs]
    if ignored := sum(ignores_rules(judged) for judged in own_rule):
        signs.add(Sign.RULE_IGNORED, ignored, len(own_rule))
    _chain_signs(signs, chains)
    for look in (*chains, *map(watched_pass, by_graph.values())):
        if look is not None and is_nearly_right(look):
            single_signs(signs, look)
    if any(follows_inputs(judged) for judged in watched if judged.planned.play.suite is MOVED):
        signs.add(Sign.FOLLOWS_INPUTS)
    heart_signs(signs, plays)
    return signs.concluded()


def _chain_signs(signs: Signs, chains: Sequence[WatchedPass | None]) -> None:
    """Add the signs of one graph in three lengths: how what is computed grows, and what is added up."""
    few, _, many = chains
    if few is not None and many is not None:
        growing_signs(signs, few, many)
    elif few is not None:
        backward_signs(signs, few)
    if added := max((len(look.known.parts) for look in chains if look and look.accumulates), default=0):
        signs.add(Sign.CONTRIBUTIONS, added, added)


def follows_inputs(judged: Judged) -> bool:
    """Whether the gradients are those of the inputs as they are now, all through the graph."""
    if judged.observation.status is not PlayStatus.ANSWERED:
        return False
    play = judged.planned.play
    inputs = len(play.inputs)
    right = expect(play.graph.program, [x * MOVED_BY for x in play.inputs]).gradients[:inputs]
    got = judged.observation.gradients.values[:inputs]
    return all(error_of(g, r) < NEARLY for g, r in zip(got, right, strict=True))


_FEW_HEARTS = 3


def heart_signs(signs: Signs, plays: Sequence[Judged]) -> None:
    """Add the signs of graphs that are right at the textbook's inputs, and give no gradient at any others.

    If one graph gives a gradient at other inputs, none is known by heart.
    """
    in_books = {id(judged.planned.play.graph) for judged in plays if judged.planned.instance.textbook}
    others = [judged for judged in plays if _is_elsewhere(judged, in_books)]
    if not all(map(_gives_nothing, others)):
        return
    tried = {id(judged.planned.play.graph) for judged in others}
    wrong = {id(judged.planned.play.graph) for judged in plays if _is_wrong_in_a_book(judged)}
    known = len(tried - wrong)
    if known >= _FEW_HEARTS:
        signs.add(Sign.TEXTBOOK_ONLY, known, len(tried))
        signs.add(Sign.NOTHING_ELSEWHERE, len(tried), len(tried))


def _is_elsewhere(judged: Judged, in_books: Container[int]) -> bool:
    """Whether a play is at drawn inputs, of a graph that is played at the textbook's too."""
    return not judged.planned.instance.textbook and id(judged.planned.play.graph) in in_books


def _is_wrong_in_a_book(judged: Judged) -> bool:
    return judged.planned.instance.textbook and not judged.right


def _gives_nothing(judged: Judged) -> bool:
    """Whether data is right, and no input has a gradient; or the pass raised something."""
    observation = judged.observation
    if observation.status is not PlayStatus.ANSWERED:
        return observation.status is PlayStatus.BACKWARD_ERROR
    inputs = len(judged.planned.play.inputs)
    pairs = zip(observation.gradients.values[:inputs], observation.gradients.kinds, strict=False)
    empty = all(kind >= ValueKind.ABSENT or not number for number, kind in pairs)
    return empty and not any(wrong.quantity is Quantity.DATA for wrong in judged.wrong)
