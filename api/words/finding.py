"""A cause in words: what and where it is, how sure that is, and what shows it."""

from collections.abc import Sequence
from typing import NamedTuple

from api.words.count import count, listed
from api.words.experiment import experiment
from api.words.loop import REPEATS, loop
from api.words.operation import operation
from api.words.picture import NOTHING, SIDES
from api.words.place import place
from grader import faults
from grader.finding import Alternative, Certainty, Evidence, Finding, Where, Write
from submissions.assignments.hints import Rung

UNKNOWN = "unknown"

HINTS = {
    Rung.SYMPTOM: "what to compare",
    Rung.PLACE: "where to look",
    Rung.CAUSE: "what the cause is",
    Rung.REPAIR: "how it can be repaired",
}
HINT = "hint"
TO_PASTE = "to see it, behind the class:"
PICTURE = "picture of the graph"
REPLAY = "the backward pass, step by step"
STEP_THROUGH = "steps; those with ✗ leave another number than they should"
GRADIENT_OF = "gradient of"
REPLAY_TABLE = "all steps in one table"
DONE = "this class"
RIGHT = "a right one"
STEP = "step"
SEEN = "what was seen"
TO_LINE = "in the file: line"
ABOUT = "about this fault: what happens, why, and what to do"
STOPPED = "no cause was looked for to its end: our diagnosis stopped; points do not depend on it"

_NO_CAUSE = "no cause that is known here explains what was seen"
_SYMPTOMS = {True: "some data is not right", False: "some gradients are not right"}


def title(finding: Finding, rung: Rung = Rung.CAUSE) -> str:
    """Cause and place, or as much as the rung allows."""
    what = cause(finding.fault)
    if rung < Rung.CAUSE:
        nodes = finding.explained.nodes if finding.explained else ()
        what = _SYMPTOMS[any(node.wrong_data for node in nodes)]
    where = site(finding.where, everywhere=finding.everywhere) if rung >= Rung.PLACE else ""
    return f"{what}, {where}" if where else what


def cause(fault: str) -> str:
    """The title of a fault. One that is no longer known keeps its id."""
    if fault == UNKNOWN:
        return _NO_CAUSE
    known = faults.load().get(fault)
    return known.title if known else fault.replace("_", " ")


def site(where: Where, *, everywhere: bool = False) -> str:
    """`line 17, in `*``, as far as it is known."""
    if everywhere and not where.operation:
        return f"in every operation, first in {place(where)}" if place(where) else "in every operation"
    inside = ""
    if where.operation:
        inside = f"in {operation(where.operation).rstrip(',')}"
    elif where.function:
        inside = f"in `{where.function}`"
    side = "" if where.operand is None else f"{SIDES[where.operand]} operand"
    others = "and in every other operation" if everywhere else ""
    return ", ".join(part for part in (place(where), inside, side, others) if part)


def certainty(told: Finding) -> str:
    """How sure it is, and why."""
    if told.evidence.loop is not None and not told.evidence.repaired:
        return _of_loop(told.certainty)
    if told.certainty is Certainty.PROVEN:
        graphs = told.evidence.repaired
        what = f"{count(graphs, 'graph')} that {'was' if graphs == 1 else 'were'}" if graphs else "what was"
        return f"proven: with this undone, {what} not right {'come' if graphs > 1 else 'comes'} out right"
    if told.certainty is Certainty.LIKELY:
        return "likely: it fits what was seen, and could not be proven by undoing it alone"
    if told.explained is None:
        return "unknown: nothing that is known here fits what was seen"
    return "unknown: nothing that is known here gives these numbers"


def _of_loop(certainty: Certainty) -> str:
    if certainty is Certainty.PROVEN:
        return f"proven: {REPEATS}"
    return "likely: this was seen while the rounds of the loop were counted"


class Wrote(NamedTuple):
    """A write that shows a cause, in a reader's words."""

    write: Write
    number: str
    """`a.grad`."""
    operation: str
    """Whose rule was at work; empty where that is not known."""
    old: str
    new: str
    replaced: bool


def evidence(told: Evidence, writes: Sequence[Wrote]) -> list[str]:
    """What shows it, the most telling first."""
    sentences = [_wrote(each) for each in writes]
    if told.loop is not None:
        sentences.insert(0, loop(told.loop))
    if told.predicted is not None and told.predicted.agreed:
        agreed, of = told.predicted.agreed, told.predicted.of
        sentences.append(
            f"{agreed} of {count(of, 'wrong number')} {'is' if of == 1 else 'are'} exactly what this gives"
        )
    if told.source:
        sentences.append("the code there has the form of it")
    return sentences


def _wrote(told: Wrote) -> str:
    function = f"`{told.write.function}`" if told.write.function else ""
    rule = f"{function or 'rule'} of {operation(told.operation).rstrip(',')}" if told.operation else ""
    inside = f"in the {rule}" if rule else function and f"in {function}"
    where = ", ".join(part for part in (place(told.write), inside) if part)
    old, new = told.old or NOTHING, told.new or NOTHING
    went = (
        f"`{told.number}` went from {old} to {new}"
        if old != new
        else f"`{told.number}` was {old} and was set to {new}"
    )
    sentence = f"{where}: {went}" if where else went
    return f"{sentence}: replaced, not added to" if told.replaced else sentence


def alternative(told: Alternative) -> str:
    """Another cause, and what decides."""
    where = site(told.where)
    sentence = f"or {cause(told.fault)}" + (f", {where}" if where else "")
    return f"{sentence}; to decide: {experiment(told.experiment)}" if told.experiment else sentence


class Contributed(NamedTuple):
    """A contribution in a reader's words."""

    through: str
    value: str
    kept: bool | None


def answers(
    number: str, parts: Sequence[Contributed], fault: str, right: Sequence[str], *, proven: bool
) -> str:
    """What is still there and what is lost, the cause, and what the values should be."""
    told = [_still_there(number, parts), _lost(parts)]
    if fault != UNKNOWN:
        told.append(f"the {'' if proven else 'likeliest '}cause: {cause(fault)}")
    if right:
        told.append(f"right would be {listed([f'`{each}`' for each in right])}")
    return "; ".join(filter(None, told))


def _still_there(number: str, parts: Sequence[Contributed]) -> str:
    kept = _each(parts, kept=True)
    if kept:
        return f"of `{number}`, the contribution through {listed(kept)} is still there"
    if _each(parts, kept=False):
        return f"of `{number}`, no contribution is there"
    unsure = _each(parts, kept=None)
    return f"`{number}` is made of the contributions through {listed(unsure)}" if unsure else ""


def _lost(parts: Sequence[Contributed]) -> str:
    lost = _each(parts, kept=False)
    return f"what comes through {listed(lost)} is lost" if lost else ""


def _each(parts: Sequence[Contributed], *, kept: bool | None) -> list[str]:
    return [f"`{part.through}` ({part.value})" for part in parts if part.kept is kept]


def repair(where: str) -> str:
    """Above the lines of an edit."""
    return f"repaired, {where}:" if where else "repaired:"


def explained_by(number: int) -> str:
    """Beside a suite whose failure a finding explains."""
    return f"explained by {number} above"


def more(number: int) -> str:
    """Findings of which nothing is shown."""
    return f"{count(number, 'more cause')} not shown here; --json and --html have all of them"
