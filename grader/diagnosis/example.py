"""The smallest graph that shows a cause, as the submission plays it."""

from collections.abc import Sequence

from grader.expected import expect
from grader.instances import Instance
from grader.judge import Judged, judge
from grader.plan import Planned
from grader.sandbox.base import Observation, Play
from grader.session import Session, Trial
from grader.shrinking.search import simplest
from grader.shrinking.text import text
from suites import Drive, Graph, Program

_Case = tuple[Program, tuple[float, ...]]


def smallest(judged: Judged, session: Session, without: Trial = ()) -> Judged:
    """The play cut down as far as it fails, also with the edits that undo other causes carried out.

    The play itself where it is not one of a whole pass, or raised, or nothing smaller fails.
    """
    play = judged.planned.play
    if play.suite.drive is not Drive.BACKWARD or judged.observation.problem is not None:
        return judged
    last: dict[str, Judged] = {}

    def fails(cases: Sequence[_Case]) -> list[bool]:
        plays = [each for case in cases for each in _in_both_orders(play, *case)]
        seen = _played(session, plays, without)
        verdicts = [_judged(each, observation) for each, observation in zip(plays, seen, strict=False)]
        wrong = [
            each for each in verdicts if each is not None and not each.right and not each.observation.problem
        ]
        for each in wrong:
            last.setdefault(_key(each.planned.play), each)
        keys = {_key(each.planned.play) for each in wrong}
        return [_key(_in_both_orders(play, *case)[0]) in keys for case in cases]

    try:
        program, inputs = simplest(play.graph.program, play.inputs, fails)
    except ArithmeticError:
        return judged
    known = last.get(_key(_in_both_orders(play, program, inputs)[0]))
    return known or judged


def fails_alone(judged: Judged, session: Session) -> bool:
    """Whether the play is wrong in a fresh child too, where nothing was played before it.

    It is not where something is left from graph to graph. Where it cannot be asked, what was seen stands.
    """
    if judged.observation.problem is not None:
        return True
    session.restart()
    seen: list[Observation] = []
    session.play([judged.planned.play], lambda _, observation: seen.append(observation))
    alone = _judged(judged.planned.play, seen[0]) if seen and seen[0].problem is None else None
    return alone is None or not alone.right


def as_it_is(judged: Judged, session: Session) -> Judged | None:
    """The same play without any edit; None where it is right then, or raises: it shows nothing.

    What raises anyway shows no numbers, and where it cannot be asked, what was seen stands.
    """
    play = judged.planned.play
    if judged.observation.problem is not None or play.suite.drive is Drive.OWN_RULE:
        return judged
    seen = _played(session, [play], ())
    if not seen or (plain := _judged(play, seen[0])) is None:
        return judged
    return plain if not plain.right and plain.observation.problem is None else None


def _played(session: Session, plays: Sequence[Play], edits: Trial) -> list[Observation]:
    return session.try_edits([edits], plays).get(edits, [])


def _in_both_orders(play: Play, program: Program, inputs: tuple[float, ...]) -> list[Play]:
    point = dict(zip(program.inputs, inputs, strict=True))
    graph = Graph(text(program), (point,), tolerates=play.graph.tolerates)
    one = Play(play.suite, graph, inputs, play.layout)
    if play.layout is None:
        return [one]
    return [one, one._replace(layout=play.layout._replace(reverse=not play.layout.reverse))]


def _key(play: Play) -> str:
    return f"{play.graph.text} {play.inputs}"


def _judged(play: Play, observation: Observation) -> Judged | None:
    try:
        expected = expect(play.graph.program, play.inputs)
    except (ArithmeticError, ValueError):
        return None
    return judge(Planned(play, Instance(play.inputs, expected, textbook=True)), observation)
