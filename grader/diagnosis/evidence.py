"""What shows a cause: the smallest graph that fails for it, explained, and what was written in it."""

from collections.abc import Sequence
from keyword import iskeyword
from typing import NamedTuple

from grader.compare import Quantity, tolerance_of
from grader.diagnosis.example import as_it_is, fails_alone, shows_one_cause, telling
from grader.explanation.explain import explain
from grader.explanation.lines import DIALECT, Dialect
from grader.finding import Explained, Write
from grader.judge import Judged
from grader.sandbox.base import LoadReply, Offer, TracedWrite
from grader.session import Session, Trial

_MOST_SHOWN = 3
_MOST_NODES = 14
_MOST_WRITES = 120


class Example(NamedTuple):
    """A graph that fails, and what the submission wrote in it."""

    explained: Explained | None
    writes: tuple[Write, ...]

    def writes_at(self, offers: Sequence[Offer]) -> tuple[Write, ...]:
        """Those at the places of a cause in which a gradient that was there is replaced."""
        lines = {(offer.line, offer.cell) for offer in offers}
        return tuple(write for write in self.writes if (write.line, write.cell) in lines and _loses(write))[
            :_MOST_SHOWN
        ]


def example(
    judged: Judged,
    session: Session,
    without: Trial = (),
    repair: Trial = (),
    *,
    keeps: bool = False,
    only: bool = False,
) -> Example:
    """A telling graph that fails for what other edits do not undo; too large a one is not told.

    Nor one that fails only after others, where the class `keeps` something from graph to graph: pasted behind
    the class, its lines would print what is right. Nor one whose numbers come from other causes as well, or
    from none that the `repair` undoes: whoever reads them would look for the wrong thing.
    """
    shown = as_it_is(telling(judged, session, without, repair, only=only), session)
    if shown is None:
        return Example(None, ())
    play = shown.planned.play
    if len(play.graph.program.nodes) > _MOST_NODES:
        return Example(None, ())
    if repair and not shows_one_cause(shown, session, without, repair):
        return Example(None, ())
    # Last of these, for it takes a fresh child, in which every edit would have to be found again.
    if keeps and not without and not fails_alone(shown, session):
        return Example(None, ())
    names = play.graph.program.nodes
    traced = session.trace(play)[:_MOST_WRITES]
    writes = tuple(_write(write, names) for write in traced if write.function != "__init__")
    noted = any(note.kind == "caller-seeds" for note in session.notes)
    seeded = session.source.caller_seeds or (
        not play.graph.seeds_itself and (noted or _was_seeded(shown, traced))
    )
    dialect = spoken(session.loaded, play.order, seeded=seeded)
    explained = explain(
        play.graph.program,
        play.inputs,
        shown.observation,
        writes,
        dialect,
        tolerance=tolerance_of(play.suite),
    )
    return Example(explained.model_copy(update={"suite": play.suite.slug}), writes)


def spoken(loaded: LoadReply, order: tuple[str, ...] = (), *, seeded: bool = False) -> Dialect:
    """What the submission calls things; the usual name where its own could not stand in a line of code."""
    names = {note.kind: note.name for note in loaded.notes}

    def called(own: str | None, usual: str) -> str:
        return own if own and _is_name(own) else usual

    return Dialect(
        cls=called(loaded.found.name if loaded.found else None, DIALECT.cls),
        data=called(names.get("data-name"), DIALECT.data),
        gradient=called(names.get("gradient-name"), DIALECT.gradient),
        backward=called(loaded.backward, DIALECT.backward),
        closure=called(loaded.closures, DIALECT.closure),
        order=order,
        seeded=seeded,
    )


def _was_seeded(judged: Judged, traced: Sequence[TracedWrite]) -> bool:
    """Whether the output holds a gradient of 1 that the class never wrote: then we did."""
    program, gradients = judged.planned.play.graph.program, judged.observation.gradients.values
    root = program.nodes.index(program.root)
    own = [write.new for write in traced if write.gradient and write.node == root]
    return bool(own) and 1.0 not in own and gradients[root : root + 1] == (1.0,)


def _is_name(name: str) -> bool:
    return name.isidentifier() and name.isascii() and not iskeyword(name)


def _loses(write: Write) -> bool:
    return write.quantity is Quantity.GRADIENT and bool(write.old) and write.new is not None


def _write(write: TracedWrite, names: tuple[str, ...]) -> Write:
    return Write(
        node=names[write.node],
        quantity=Quantity.GRADIENT if write.gradient else Quantity.DATA,
        old=write.old,
        new=write.new,
        line=write.line,
        cell=write.cell,
        function=write.function,
        during=None if write.during is None or write.during >= len(names) else names[write.during],
    )
