"""Finds what shows a cause: the smallest graph that fails for it, explained, and what was written in it."""

from collections.abc import Sequence
from typing import NamedTuple

from grader import records
from grader.compare import Quantity, tolerance_of
from grader.diagnosis.examples.dialect import dialect_of
from grader.diagnosis.examples.example import (
    as_in_a_fresh_child,
    as_it_is,
    has_the_same_seed,
    shows_one_cause,
    telling,
    with_others_repaired,
)
from grader.diagnosis.exceptions import raised_by
from grader.explanation.explain import explain
from grader.explanation.lines import Lines
from grader.explanation.pasted import as_printed, differ
from grader.finding import Explained, Raised, Write
from grader.judge import Judged
from grader.records import replace
from grader.sandbox.plays import ValueKind
from grader.sandbox.replies import Note, Offer, TracedWrite
from grader.sandbox_session import EditNumbers, SandboxSession
from suites import Drive

_MOST_SHOWN = 3
_MOST_NODES = 14
_MOST_WRITES = 120
_BY_BACKWARD = "by-backward"


class Example(NamedTuple):
    """A graph that fails, and what the submission wrote in it."""

    explained: Explained | None
    writes: tuple[Write, ...]
    raised: Raised | None = None
    """The exception that stopped it, unedited."""

    def writes_at(self, offers: Sequence[Offer]) -> tuple[Write, ...]:
        """Return the writes at the places of a cause that replaced a gradient."""
        lines = {(offer.line, offer.cell) for offer in offers}
        return tuple(write for write in self.writes if (write.line, write.cell) in lines and _loses(write))[
            :_MOST_SHOWN
        ]


NO_EXAMPLE = Example(None, ())


def example(
    judged: Judged,
    session: SandboxSession,
    without: EditNumbers = (),
    repair: EditNumbers = (),
    *,
    keeps: bool = False,
    is_only_cause: bool = False,
    fault: str = "",
    operation: str | None = None,
) -> Example:
    """Return an example: a graph that fails also `without` other causes, as `telling` finds it.

    A graph that is too large is no example. Nor is one that fails only after others, where the class `keeps`
    something from graph to graph: pasted behind the class, its lines would print what is right. If other
    causes change its numbers as well, it is played with those repaired, so that its numbers show one cause.
    """
    judged = _as_driven(judged, session.notes)
    found = telling(
        judged, session, without, repair, is_only_cause=is_only_cause, fault=fault, operation=operation
    )
    shown, edits = _with_one_cause(found, session, without, repair)
    if shown is None or len(shown.planned.play.graph.program.nodes) > _MOST_NODES:
        return NO_EXAMPLE
    # Last of these, for it takes a fresh child, in which every edit would have to be found again.
    leaves = keeps and not without
    shown = as_in_a_fresh_child(shown, session) if leaves else shown
    return NO_EXAMPLE if shown is None else _example_of(shown, edits, session, leaves=leaves)


def _with_one_cause(
    found: Judged, session: SandboxSession, without: EditNumbers, repair: EditNumbers
) -> tuple[Judged | None, EditNumbers]:
    """Return a play that shows one cause alone, if there is one, and the edits of others that it needs."""
    shown = as_it_is(found, session)
    if shown is None:
        is_hidden = bool(repair)
    elif repair:
        is_hidden = not shows_one_cause(shown, session, without, repair)
    else:
        is_hidden = not has_the_same_seed(shown, session, without)
    if is_hidden:
        return with_others_repaired(found, session, without, repair), without
    return shown, ()


def _example_of(shown: Judged, edits: EditNumbers, session: SandboxSession, *, leaves: bool) -> Example:
    """Explain a graph by its writes, and say as much of its lines as they print.

    Where a class `leaves` something from graph to graph, each is asked of a fresh child.
    """
    if leaves:
        session.restart()
    play = shown.planned.play
    names = play.graph.program.nodes
    traced = session.trace(play, edits)[:_MOST_WRITES]
    writes = tuple(_named_write(write, names) for write in traced if write.function != "__init__")
    seeded = _is_seeded_by_its_caller(shown, traced, session)
    dialect = dialect_of(session.loaded, session.notes, play.order, seeded=seeded)
    if {*shown.observation.gradients.kinds[: len(play.inputs)]} == {ValueKind.NODE}:
        dialect = dialect._replace(gradient_of=f"{dialect.gradient_of}.{dialect.data}")
    explained = explain(
        play.graph.program,
        play.inputs,
        shown.observation,
        writes,
        dialect,
        tolerance=tolerance_of(play.suite),
    )
    explained = records.replace(explained, suite=play.suite.slug, others_repaired=bool(edits))
    if edits:
        return Example(explained, writes)
    stops = shown.observation.problem is not None
    if leaves:
        session.restart()
    runs = session.paste(explained.graph)
    lines = as_printed(explained.graph, runs, stops=stops, leaves=leaves)
    varies = differ(runs) or _differ_in_the_middle(
        explained.graph, Lines(play.graph.program, dialect), session
    )
    explained = records.replace(explained, graph=lines, stopped=stops, varies=varies)
    return Example(explained, writes, raised_by([shown]))


def _is_seeded_by_its_caller(shown: Judged, traced: Sequence[TracedWrite], session: SandboxSession) -> bool:
    """Whether lines that show the graph set the gradient of its output themselves."""
    if session.source.caller_seeds or shown.planned.play.graph.seeds_itself:
        return session.source.caller_seeds
    return any(note.kind == "caller-seeds" for note in session.notes) or _was_seeded(shown, traced)


def _differ_in_the_middle(graph: str, lines: Lines, session: SandboxSession) -> bool:
    """Whether the order of a set decides on some gradient, though not on the number that is printed."""
    return bool(graph) and differ(session.paste(f"{graph}\n{lines.all_gradients()}"))


def _as_driven(judged: Judged, notes: Sequence[Note]) -> Judged:
    """Return the play as it was driven: by its pass where rules cannot be called by hand."""
    planned = judged.planned
    suite = planned.play.suite
    if suite.drive is not Drive.BY_HAND or all(note.kind != _BY_BACKWARD for note in notes):
        return judged
    play = planned.play._replace(suite=replace(suite, drive=Drive.BACKWARD), order=())
    return replace(judged, planned=planned._replace(play=play))


def _was_seeded(judged: Judged, traced: Sequence[TracedWrite]) -> bool:
    """Whether the output holds a gradient of 1 that the class never wrote: then we did."""
    program, gradients = judged.planned.play.graph.program, judged.observation.gradients.values
    root = program.nodes.index(program.root)
    own = [write.new for write in traced if write.gradient and write.node == root]
    return bool(own) and 1.0 not in own and gradients[root : root + 1] == (1.0,)


def _loses(write: Write) -> bool:
    """Whether a write replaces a gradient that was not zero."""
    return write.quantity is Quantity.GRADIENT and bool(write.old) and write.new is not None


def _named_write(write: TracedWrite, names: tuple[str, ...]) -> Write:
    """Return a traced write with the names of its nodes."""
    return Write(
        node=names[write.node],
        quantity=Quantity.GRADIENT if write.gradient else Quantity.DATA,
        old=write.old,
        new=write.new,
        line=write.line,
        cell=write.cell,
        function=write.function,
        step=write.step,
        during=None if write.during is None or write.during >= len(names) else names[write.during],
    )
