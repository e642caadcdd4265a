"""What shows a cause: the writes of a traced play, and the graph explained."""

from grader.explain import explain
from grader.finding import Explained, Write
from grader.compare import Quantity
from grader.judge import Judged
from grader.sandbox.base import Offer, WriteTold
from grader.session import Session

_MOST_SHOWN = 3
_MOST_NODES = 14
_MOST_WRITES = 120


def explained(judged: Judged, session: Session) -> Explained | None:
    """The graph of a play, told contribution by contribution; None if it is too large to draw."""
    play = judged.planned.play
    if len(play.graph.program.nodes) > _MOST_NODES:
        return None
    return explain(play.graph.program, play.inputs, judged.observation, writes(judged, session))


def writes(judged: Judged, session: Session) -> tuple[Write, ...]:
    """What the submission wrote during a play that is played once more."""
    names = judged.planned.play.graph.program.nodes
    told = session.trace(judged.planned.play)[:_MOST_WRITES]
    return tuple(_write(each, names) for each in told if each.function != "__init__")


def writes_that_show(fault: str, offer: Offer, judged: Judged, session: Session) -> tuple[Write, ...]:
    """Writes at the place of the cause in which something that was there is lost."""
    if fault != "overwritten_gradient":
        return ()
    shown = [each for each in writes(judged, session) if each.line == offer.line and _loses(each)]
    return tuple(shown[:_MOST_SHOWN])


def _loses(write: Write) -> bool:
    return write.quantity is Quantity.GRADIENT and bool(write.old) and write.new is not None


def _write(told: WriteTold, names: tuple[str, ...]) -> Write:
    return Write(
        node=names[told.node],
        quantity=Quantity.GRADIENT if told.gradient else Quantity.DATA,
        old=told.old,
        new=told.new,
        line=told.line,
        cell=told.cell,
        function=told.function,
        during=None if told.during is None or told.during >= len(names) else names[told.during],
    )
