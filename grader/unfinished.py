"""What a class that is half done has, and what to write next: ids and lines, in the best order.

What stands in the source is read before anything runs; what of it is right, and what graphs wait for, is
shown by the plays. Points come from numbers alone: nothing here changes any.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from grader.judge import Judged, verdict_on, worst
from grader.records import Frozen
from grader.report import ToWrite, Unfinished, Verdict
from grader.sandbox.plays import PlayStatus
from grader.sandbox.replies import ClassPart, LoadReply, Problem, ProblemKind
from suites import BINARY, OPERATIONS, PRIMITIVES, Drive, Suite, ZeroGrad

CONSTRUCTOR, BACKWARD, RULE, REFLECTED = "constructor", "backward()", "rule of ", "reflected "
CORE = (CONSTRUCTOR, "+", f"{RULE}+", "*", f"{RULE}*", BACKWARD)
"""The parts that every course writes first, in this order."""

_USUAL_CLASS = "Value"
_ZERO_GRAD = "zero_grad"
_MADE_OF_OTHERS = {"neg", "-", "/"}
"""Operators that are put together from others where a class lacks them and the graph is not about them."""


class Progress(Frozen, dict=True):
    """How far a class is, by its source and by one battery of plays."""

    loaded: LoadReply
    plays: Sequence[Sequence[Judged]]
    """The plays of each graph."""
    suites: Sequence[Suite]
    source: bytes = b""
    doubted: Collection[str] = ()
    """Parts that are right wherever suites ask for them, and wrong elsewhere."""

    # --- What graphs ask for, and what came of it ---

    @cached_property
    def shown(self) -> list[tuple[Sequence[Judged], Judged | None]]:
        """Return the plays of each graph, and the one of them that is not right."""
        return [(plays, worst(plays)) for plays in self.plays]

    @cached_property
    def not_right(self) -> list[Judged]:
        """Return one wrong play of each graph that has one."""
        return [judged for _, judged in self.shown if judged]

    @cached_property
    def right(self) -> set[str]:
        """Parts that some graph used which is right."""
        return {part for plays, judged in self.shown if judged is None for part in parts_of(plays[0])}

    @cached_property
    def waiting(self) -> dict[str, list[str]]:
        """Parts that graphs lack or would use, with the suites of these graphs."""
        found: dict[str, dict[str, None]] = {}
        for judged in self.not_right:
            for part in _lacking(judged) | parts_of(judged):
                found.setdefault(part, {})[judged.planned.play.suite.slug] = None
        return {part: list(slugs) for part, slugs in found.items()}

    @cached_property
    def lacking(self) -> set[str]:
        """Parts without which a graph could not be played."""
        return {part for judged in self.not_right for part in _lacking(judged)}

    @cached_property
    def wrong(self) -> set[str]:
        """Parts of graphs that failed, other than for a rule without a body.

        Where one part of a graph fails alone in another one, the rest of it is not wrong for this.
        """
        failed = [
            parts_of(judged)
            for judged in self.not_right
            if verdict_on(judged) is Verdict.FAILED and not self.waits_for_rule(judged)
        ]
        alone = {part for parts in failed if len(parts) == 1 for part in parts}
        return {part for parts in failed for part in parts & alone or parts}

    # --- What the source has ---

    @cached_property
    def stubs(self) -> dict[str, ClassPart]:
        """Parts that stand in the source without a body, and are nowhere written, nor right."""
        own = self._parts(self._class)
        parts = {**self._parts(None), **own}
        written = {part.operation for part in self.loaded.parts if part.is_written}
        others = {part.operation: part for part in self.loaded.parts if part.operation not in written}
        found = {**{op: others[op] for op in others.keys() & self.lacking}, **parts}
        return {op: part for op, part in found.items() if not part.is_written and op not in self.done}

    @cached_property
    def done(self) -> set[str]:
        """Parts that some right graph used, and that no graph lacks."""
        return self.right - self.lacking

    def _parts(self, of: str | None) -> dict[str, ClassPart]:
        """Return the parts of a class or of the module; of several for one operation the last one written."""
        return {part.operation: part for part in sorted(self._all_of(of), key=lambda part: part.is_written)}

    def _all_of(self, of: str | None) -> list[ClassPart]:
        """Return all parts of a class or of the module.

        Beside the method of an operator, a `sum` is something else.
        """
        own = [part for part in self.loaded.parts if part.of == of and not part.inside]
        operators = {part.operation for part in own if part.name in names_of(part.operation)}
        return [p for p in own if p.operation not in operators or p.name in names_of(p.operation)]

    @cached_property
    def rules(self) -> dict[str, ClassPart]:
        """The rules that are not written, by their operation; not those of graphs that are all right."""
        named = {part.removeprefix(RULE): part for part in self.stubs if part.startswith(RULE)}
        found = {op: self.stubs[part] for op, part in named.items()} | self._rules_that_say_so
        return {op: rule for op, rule in found.items() if op not in self.stubs and op in self.waiting}

    @property
    def _rules_that_say_so(self) -> dict[str, ClassPart]:
        """The rules that a class for an operation inherits from one that raises NotImplementedError."""
        empty = {(part.line, part.cell) for part in self.loaded.parts if not part.is_written}
        found: dict[str, ClassPart] = {}
        for judged in self.not_right:
            problem, operations = judged.observation.problem, judged.planned.play.graph.program.operations
            is_in_pass = judged.observation.status is PlayStatus.BACKWARD_ERROR and len(operations) == 1
            if problem is not None and is_in_pass and (problem.line, problem.cell) in empty:
                op = operations[0].op
                found[op] = ClassPart(
                    operation=RULE + op,
                    name=problem.function or "",
                    of=None,
                    line=problem.line or 1,
                    cell=problem.cell,
                    is_written=False,
                )
        return found

    @cached_property
    def _class(self) -> str:
        """The class that is graded; where there is none yet, the one that is begun."""
        if self.loaded.found is not None:
            return self.loaded.found.name
        begun = Counter(part.of for part in self.loaded.parts if part.of)
        return max(begun, key=lambda name: (name == _USUAL_CLASS, begun[name]), default=_USUAL_CLASS)

    def waits_for_rule(self, judged: Judged) -> bool:
        """Whether a graph may need a rule that is not written."""
        return not _needed_by(judged).isdisjoint(self.rules)

    @cached_property
    def unwritten(self) -> dict[int, str]:
        """Return for each graph that needs what is not written such a part, by the identity of the graph."""
        graphs = ((judged.planned.play.graph, self._unwritten_in(judged)) for judged in self.not_right)
        return {id(graph): part for graph, part in graphs if part}

    def _unwritten_in(self, judged: Judged) -> str | None:
        """Return the first part that a graph needs and that is not written, whatever stops it before."""
        play = judged.planned.play
        about, program = {*play.suite.about}, play.graph.program
        written = {*self.loaded.operations} - self.stubs.keys()
        for op in (operation.op for operation in program.operations):
            is_needed = op not in _MADE_OF_OTHERS or not about.isdisjoint({op, "constants"})
            if op in self.lacking - written and is_needed:
                return op
        if any(isinstance(step, ZeroGrad) for step in program.steps) and not self._may_have_zero_grad:
            return _ZERO_GRAD
        return next((RULE + op for op in self.rules if op in _needed_by(judged)), None)

    @cached_property
    def _may_have_zero_grad(self) -> bool:
        """Whether the file names it at all: the class may have it by any kind of statement."""
        return _ZERO_GRAD.encode() in self.source

    # --- What is said of it ---

    def unfinished(self) -> Unfinished | None:
        """Return what is written, and what is not; None if nothing is left to write."""
        if self.loaded.problem is not None:
            return self._without_a_class(self.loaded.problem)
        to_write = sorted(self._to_write(), key=self._rank)
        if not to_write:
            return None
        # A part may be written and its rule not: it stands only when both do.
        left = {part.removeprefix(RULE) for part in (*to_write, *self.stubs)}
        standing = [part for part in self._written_parts() if part not in left]
        known = self.right - self.wrong - {*self.doubted}
        right = [part for part in standing if part == CONSTRUCTOR or part in known]
        played = {*right, *self.right, *self.wrong}
        return Unfinished(
            right=tuple(right),
            untried=tuple(part for part in standing if part in self.waiting and part not in played),
            to_write=tuple(self._entry(part) for part in to_write),
        )

    def _to_write(self) -> set[str]:
        asked = {part for part in self.stubs if part in self.waiting and not part.startswith(RULE)}
        needs_pass = BACKWARD in self.waiting and "backward" not in self.loaded.operations
        core = {BACKWARD} if needs_pass else set()
        lacking = {part for part in self.lacking if not self._may_be_an_alias(part)}
        return asked | lacking | core | {RULE + op for op in self.rules}

    def _may_be_an_alias(self, part: str) -> bool:
        """Whether a part is there as soon as another is written, as with `__radd__ = __add__`."""
        return (
            part.startswith(REFLECTED)
            and part not in self.stubs
            and part.removeprefix(REFLECTED) in self.stubs
        )

    def _written_parts(self) -> Iterator[str]:
        """The parts that the class has, in the order in which they are written."""
        operations = (BACKWARD if op == "backward" else op for op in self.loaded.operations)
        reflected = (
            part.operation
            for part in self.loaded.parts
            if part.is_written
            and part.of == self._class
            and part.operation.startswith(REFLECTED)
            and not part.inside
        )
        yield from sorted({CONSTRUCTOR, *operations, *reflected}, key=self._rank)

    def _rank(self, part: str) -> tuple[int, int, str]:
        """Core parts first; then as the assignment asks for them, a plain number on the left last."""
        if part in CORE:
            return 0, CORE.index(part), part
        op = part.removeprefix(RULE)
        about = [op for suite in self.suites for op in suite.about]
        if op in about:
            return 1, about.index(op), part
        order = (
            OPERATIONS.index(op.removeprefix(REFLECTED)) if op.removeprefix(REFLECTED) in PRIMITIVES else 99
        )
        return 2, order, part

    def _replaced(self, part: str) -> tuple[ClassPart, ClassPart] | None:
        """Return a part that is written, and the empty one further down that replaces it."""
        own = [p for p in self._all_of(self._class) if p.operation == part]
        pairs = (
            (one, other)
            for one in own
            for other in own
            if one.is_written and not other.is_written and one.name == other.name and one.line < other.line
        )
        return next(pairs, None)

    def _hidden(self, part: str) -> ClassPart | None:
        """The method that does it, where it is indented into another one."""
        parts = self.loaded.parts
        return next((p for p in parts if p.inside and (p.operation, p.of) == (part, self._class)), None)

    def _entry(self, part: str) -> ToWrite:
        replaced = self._replaced(part)
        stub = replaced[1] if replaced is not None else self.stubs.get(part) or self._hidden(part)
        suites = dict.fromkeys(
            (*self.waiting.get(part, ()), *self._waiting_for_rule(part.removeprefix(RULE)))
        )
        return ToWrite(
            operation=part,
            method=stub.name if stub else "",
            line=stub.line if stub else None,
            cell=stub.cell if stub else None,
            replaces=replaced[0].line if replaced else None,
            inside=stub.inside if stub else "",
            suites=tuple(suites),
        )

    def _waiting_for_rule(self, op: str) -> Iterator[str]:
        """The suites with a graph that failed and may need the rule of an operation, which is not written."""
        for judged in self.not_right if op in self.rules else ():
            if verdict_on(judged) is Verdict.FAILED and op in _needed_by(judged):
                yield judged.planned.play.suite.slug

    def _without_a_class(self, problem: Problem) -> Unfinished | None:
        """Return what is written of a class whose constructor has no body, or that has nothing else."""
        if problem.kind not in (ProblemKind.NO_CLASS, ProblemKind.EXCEPTION):
            return None
        if problem.type == "import":  # the class is written, in another file
            return None
        own = self._all_of(self._class)
        written = {part.operation for part in own if part.is_written}
        is_begun = CONSTRUCTOR in written and written.isdisjoint({"+", "*"})
        if CONSTRUCTOR not in self.stubs and not (problem.kind is ProblemKind.NO_CLASS and is_begun):
            return None
        asked = {CONSTRUCTOR, "+", "*", BACKWARD, *(part.operation for part in own)}
        return Unfinished(
            untried=tuple(sorted(written, key=self._rank)),
            to_write=tuple(self._entry(part) for part in sorted(asked - written, key=self._rank)),
        )


def parts_of(judged: Judged) -> set[str]:
    """The parts of a class that a graph uses."""
    play = judged.planned.play
    found = set() if play.suite.drive is Drive.BY_HAND else {BACKWARD}
    for operation in play.graph.program.operations:
        found.add(operation.op)
        if operation.op in BINARY and not isinstance(operation.operands[0], str):
            found.add(REFLECTED + operation.op)
    return found


def _lacking(judged: Judged) -> set[str]:
    """Return the part without which a graph could not be played."""
    problem = judged.observation.problem if verdict_on(judged) is Verdict.MISSING else None
    return {problem.operation} if problem is not None and problem.operation else set()


def _needed_by(judged: Judged) -> set[str]:
    """The parts that a graph uses, and those of which classes make these."""
    used = parts_of(judged)
    return used.union(*(PRIMITIVES[op].made_of for op in used & PRIMITIVES.keys()))


def names_of(part: str) -> tuple[str, ...]:
    """Return the names of the methods that do it."""
    primitive = PRIMITIVES.get(part.removeprefix(REFLECTED))
    if primitive is None:
        return {CONSTRUCTOR: ("__init__",), BACKWARD: ("backward",)}.get(part, ())
    return (primitive.reflected,) if part.startswith(REFLECTED) else (primitive.method,)
