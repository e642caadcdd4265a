"""Finds a small graph that shows a cause, as the submission plays it."""

from collections.abc import Sequence
from itertools import chain

from grader.compare import Quantity
from grader.diagnosis.examples.telling import candidates, effort, own_graphs
from grader.expected import expect
from grader.instances import Instance
from grader.judge import Judged, ends_alike, judge
from grader.plan import Planned
from grader.sandbox.plays import Observation, Play
from grader.sandbox_session import EditNumbers, SandboxSession
from grader.shrinking.cut import Case, Cut, CutCase
from grader.shrinking.search import shrunk
from grader.shrinking.short_inputs import short_inputs
from grader.shrinking.text import text
from suites import Drive, Graph, Program

_CORE = {"+", "*"}
_BY_ACCIDENT = 15.0
_OF_SEVERAL_CAUSES = 20.0
_LIKE_A_WRONG_SIGN = 6.0
"""The effort where a number is right but for its sign: that is by chance, if it is not the fault itself."""
_NOT_MENDED = 40.0
"""The effort by which a graph must be easier to follow, to be shown although the repair does not mend it."""


def telling(
    judged: Judged,
    session: SandboxSession,
    without: EditNumbers = (),
    repair: EditNumbers = (),
    *,
    is_only_cause: bool = False,
    fault: str = "",
    operation: str | None = None,
) -> Judged:
    """Return a small graph that fails as the play does and shows well why, as it is played unedited.

    It fails also `without` other causes, and comes out right with the `repair`, where these are known;
    `is_only_cause` if no other was found. A graph that shows just the `fault` comes first. What is said of an
    `operation` is shown by a graph that has it. Of a play that raised, the operation that raises. The play
    itself, in short numbers, where it is not one of a whole pass, or nothing smaller fails.
    """
    play = judged.planned.play
    if play.suite.drive is not Drive.BACKWARD:
        return _in_short_numbers(judged, session, without)
    if judged.observation.problem is not None:
        return _in_short_numbers(_of_one_operation(judged, session, without), session, without)
    cases = _PlayedCases(session, judged, without, repair, operation)
    try:
        case = shrunk(play.graph.program, play.inputs, cases.fails)
        may_differ = bool(repair) or (is_only_cause and {each.op for each in case[0].operations} <= _CORE)
        shown = cases.most_telling(own_graphs(fault), mended=bool(repair)) or cases.most_telling(
            candidates(case, may_differ=may_differ)
        )
    except (ArithmeticError, ValueError):
        return judged
    return shown or cases.last(case) or judged


class _PlayedCases:
    """Plays cases with a drive and layout like those of a play, and keeps what failed."""

    def __init__(
        self,
        session: SandboxSession,
        judged: Judged,
        without: EditNumbers,
        repair: EditNumbers,
        operation: str | None,
    ) -> None:
        self._session = session
        self._play = judged.planned.play
        self._has_wrong_data = _has_wrong_data(judged)
        self._without = without
        self._repair = repair
        self._needed = {operation} & judged.planned.play.graph.program.ops
        self._failed: dict[str, Judged] = {}

    def fails(self, cases: Sequence[Case]) -> list[bool]:
        """Return for each case whether it fails in one of two orders, with other causes undone."""
        plays = [each for case in cases for each in _in_both_orders(self._play, *case)]
        seen = _played(self._session, plays, self._without)
        for each in filter(_is_wrong, _judged_all(_planned(plays[: len(seen)]), seen)):
            self._failed.setdefault(_key(each.planned.play), each)
        return [self._needed <= case[0].ops and self._key(case) in self._failed for case in cases]

    def last(self, case: Case) -> Judged | None:
        """Return the case as it failed."""
        return self._failed.get(self._key(case))

    def most_telling(self, cases: Sequence[Case], *, mended: bool = False) -> Judged | None:
        """Return the case that is easiest to follow of those that fail for this cause; None if none does.

        With `mended`, only of those that come out right with the repair: a rule may be still to be written.
        """
        about = [case for case in cases if self._needed <= case[0].ops]
        plays = list(chain.from_iterable(_in_both_orders(self._play, *case) for case in about))
        candidates = tuple(dict.fromkeys(((), self._without, self._repair)))
        seen = self._session.try_edits(candidates, plays) if plays else {}
        planned = _planned(plays[: max(map(len, seen.values()), default=0)])
        by_candidate = {candidate: _judged_all(planned, seen.get(candidate, [])) for candidate in candidates}
        rivals = [
            (self._cost(plain, blamed, after), number)
            for number, (plain, blamed, after) in enumerate(
                zip(by_candidate[()], by_candidate[self._without], by_candidate[self._repair], strict=False)
            )
            if _is_wrong(plain) and _is_wrong(blamed) and (after.right or not mended)
        ]
        return by_candidate[()][min(rivals)[1]] if rivals else None

    def _cost(self, plain: Judged, blamed: Judged, mended: Judged) -> float:
        """Return how hard a case is to follow, and how much it shows of other causes."""
        program, inputs = plain.planned.play.graph.program, plain.planned.play.inputs
        wrong = {each.node for each in plain.wrong if each.quantity is Quantity.GRADIENT}
        cost = effort(program, inputs, wrong)
        cost += _LIKE_A_WRONG_SIGN * any(each.got == -each.expected for each in plain.wrong)
        if self._repair and (not mended.right or mended.convention is not None):
            cost += _NOT_MENDED
        if self._has_wrong_data and not _has_wrong_data(plain):
            cost += _BY_ACCIDENT
        return cost + (0.0 if _have_the_same_numbers(plain, blamed) else _OF_SEVERAL_CAUSES)

    def _key(self, case: Case) -> str:
        return _key(_in_both_orders(self._play, *case)[0])


def _of_one_operation(judged: Judged, session: SandboxSession, without: EditNumbers) -> Judged:
    """Return an operation of the play that alone raises the same; the play itself if it has none."""
    play = judged.planned.play
    operations = play.graph.program.operations
    if len(operations) == 1:
        return judged
    whole = CutCase(play.graph.program, play.inputs)
    cuts = (whole.cut(Cut(frozenset({each.name}), root=each.name)) for each in operations)
    plays = [_in_both_orders(play, *cut.case)[0] for cut in cuts if cut is not None]
    return _first_alike(judged, plays, session, without) or judged


def _first_alike(
    judged: Judged, plays: Sequence[Play], session: SandboxSession, without: EditNumbers
) -> Judged | None:
    """Return the first of these plays that is wrong in the way of the one that was judged."""
    seen = _played(session, plays, without)
    for each in _judged_all(_planned(plays[: len(seen)]), seen):
        if not each.right and _kind_of_problem(each.observation) == _kind_of_problem(judged.observation):
            return each
    return None


def _in_short_numbers(judged: Judged, session: SandboxSession, without: EditNumbers) -> Judged:
    """Return the same play at short inputs, if it fails there in the same way."""
    play = judged.planned.play
    if play.suite.drive is Drive.OWN_RULE or all(float(4 * value).is_integer() for value in play.inputs):
        return judged
    plays = [play._replace(inputs=values) for values in short_inputs(play.graph.program, play.inputs)]
    return _first_alike(judged, plays, session, without) or judged


def _kind_of_problem(observation: Observation) -> object:
    """Return what stopped a play, and where; None if nothing did."""
    problem = observation.problem
    return None if problem is None else (problem.kind, problem.line, problem.cell)


def as_in_a_fresh_child(judged: Judged, session: SandboxSession) -> Judged | None:
    """Return the play as it is in a fresh child, where nothing was played before; None if it is right.

    Where something is left from graph to graph, these are the numbers that its lines print. Where it cannot
    be asked, what was seen stands.
    """
    if judged.observation.problem is not None:
        return judged
    session.restart()
    seen: list[Observation] = []
    session.play([judged.planned.play], lambda _, observation: seen.append(observation))
    if not seen or seen[0].problem is not None:
        return judged
    first = _judged(judged.planned.play, seen[0])
    return None if first.right else first


def shows_one_cause(
    judged: Judged, session: SandboxSession, without: EditNumbers, repair: EditNumbers
) -> bool:
    """Whether the play ends alike `without` other causes, and right with the `repair` of all.

    It shows one cause too where its own edits alone put it right: those of others may do harm without them.
    Where it cannot be asked, what was seen stands.
    """
    own = tuple(number for number in repair if number not in without)
    candidates = dict.fromkeys((without, repair, own))
    seen = session.try_edits([*candidates], [judged.planned.play])
    if len(seen) < len(candidates):
        return True
    alone, mended, undone = (judge(judged.planned, seen[edits][0]) for edits in (without, repair, own))
    if undone.right and _begin_alike(judged, undone):
        return True
    return mended.right and ends_alike(judged, alone) and _have_the_same_numbers(judged, alone)


def has_the_same_seed(judged: Judged, session: SandboxSession, without: EditNumbers) -> bool:
    """Whether the output begins with the same gradient `without` other causes.

    It does where that cannot be asked, and where an exception is shown.
    """
    seen = _played(session, [judged.planned.play], without) if without else []
    if not seen or judged.observation.problem is not None or seen[0].problem is not None:
        return True
    return _begin_alike(judged, judge(judged.planned, seen[0]))


def _begin_alike(one: Judged, other: Judged) -> bool:
    """Whether the output has the same gradient in both: who seeds it may depend on what else is wrong."""
    program = one.planned.play.graph.program
    first, second = (judged.observation.gradients.values for judged in (one, other))
    root = program.index[program.root]
    return bool(first and second) and first[root] == second[root]


def _have_the_same_numbers(one: Judged, other: Judged) -> bool:
    """Whether both left the same in every node, as far as data is right: else another cause was at work."""
    left_alike = one.observation.gradients == other.observation.gradients
    return one.wrong == other.wrong and (left_alike or _has_wrong_data(one))


def with_others_repaired(
    judged: Judged, session: SandboxSession, without: EditNumbers, repair: EditNumbers
) -> Judged | None:
    """Return the play `without` other causes, if it is wrong then, and right with any `repair` of all."""
    play = judged.planned.play
    seen = session.try_edits([without, repair], [play])
    if not without or len(seen) < len({without, repair}):
        return None
    alone, mended = (_judged(play, seen[candidate][0]) for candidate in (without, repair))
    return alone if _is_wrong(alone) and (mended.right or not repair) else None


def _has_wrong_data(judged: Judged) -> bool:
    """Whether some data is wrong."""
    return any(each.quantity is Quantity.DATA for each in judged.wrong)


def _is_wrong(judged: Judged) -> bool:
    """Whether a play gave numbers that are not right."""
    return not judged.right and judged.observation.problem is None


def as_it_is(judged: Judged, session: SandboxSession) -> Judged | None:
    """Return the play as it is without any edit; None where it is right then, or raises: it shows nothing.

    What raises anyway shows no numbers, and where it cannot be asked, what was seen stands.
    """
    play = judged.planned.play
    if judged.observation.problem is not None or play.suite.drive is Drive.OWN_RULE:
        return judged
    seen = _played(session, [play], ())
    if not seen:
        return judged
    plain = _judged(play, seen[0])
    return plain if _is_wrong(plain) else None


def _played(session: SandboxSession, plays: Sequence[Play], edits: EditNumbers) -> list[Observation]:
    """Return the observations of plays with edits in force; none where they could not be asked."""
    return session.try_edits([edits], plays).get(edits, [])


def _in_both_orders(play: Play, program: Program, inputs: tuple[float, ...]) -> list[Play]:
    """Return plays of a case: in its layout and in the reverse one, if it has one."""
    point = dict(zip(program.inputs, inputs, strict=True))
    old = play.graph
    graph = Graph(text(program), (point,), tolerates=old.tolerates, seeds_itself=old.seeds_itself)
    one = Play(play.suite, graph, inputs, play.layout)
    if play.layout is None:
        return [one]
    return [one, one._replace(layout=play.layout._replace(reverse=not play.layout.reverse))]


def _key(play: Play) -> str:
    """Return a text that tells a case from others."""
    return f"{play.graph.text} {play.inputs}"


def _judged_all(planned: Sequence[Planned], observations: Sequence[Observation]) -> list[Judged]:
    """Return each play judged by its observation."""
    return [judge(each, seen) for each, seen in zip(planned, observations, strict=False)]


def _judged(play: Play, observation: Observation) -> Judged:
    """Return a play judged by an observation."""
    (planned,) = _planned([play])
    return judge(planned, observation)


def _planned(plays: Sequence[Play]) -> list[Planned]:
    """Return the plays, each with what is right; computed once for a graph in both its orders."""
    expected: dict[tuple[int, tuple[float, ...]], Instance] = {}
    for play in plays:
        key = id(play.graph), play.inputs
        if key not in expected:
            right = expect(play.graph.program, play.inputs)
            expected[key] = Instance(play.inputs, right, textbook=True)
    return [Planned(play, expected[id(play.graph), play.inputs]) for play in plays]
