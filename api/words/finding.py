"""A cause in words: what and where it is, how sure that is, and what shows it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from api.i18n import N_, gettext as _, listed, ngettext
from api.words.operation import operation
from api.words.place import place, with_place
from grader import faults
from grader.finding import Agreement, Alternative, Certainty, Evidence, Finding, Raised, Where, Write
from grader.records import replace
from grader.sandbox.replies import (
    absent_module,
    array_attribute,
    attribute_of_own_object,
    method_without_self,
    variable_without_value,
)
from submissions.courses.assignments.hints import Rung
from suites import PRIMITIVES, UNARY

UNKNOWN = "unknown"

_HINTS = {
    Rung.SYMPTOM: N_("Hint {n}: what to compare"),
    Rung.PLACE: N_("Hint {n}: where to look"),
    Rung.CAUSE: N_("Hint {n}: what the cause is"),
    Rung.REPAIR: N_("Hint {n}: how to fix it"),
}
_METHODS = {primitive.method for primitive in PRIMITIVES.values()}
_MOST_MORE = 3
_OPERANDS = (N_("left operand"), N_("right operand"))


def hint_title(number: int, rung: int) -> str:
    """Return the title above a hint that is folded away."""
    return _(_HINTS[Rung(rung)], n=number)


def title(finding: Finding, rung: Rung = Rung.CAUSE) -> str:
    """Cause and place, or as much as the rung allows."""
    return with_place(heading(finding, rung), _sites(finding) if rung >= Rung.PLACE else "")


def heading(finding: Finding, rung: Rung = Rung.CAUSE) -> str:
    """The cause without its place; the symptom, where the rung shows no more."""
    return _cause(finding) if rung >= Rung.CAUSE else _symptom(finding)


def _sites(finding: Finding) -> str:
    """The place of the cause; all of them, where it is in several operations."""
    shown, more = finding.also[:_MOST_MORE], len(finding.also[_MOST_MORE:])
    sites = [site(finding.where, everywhere=finding.everywhere), *map(site, shown)]
    if more:
        sites.append(ngettext("{n} more place", "{n} more places", more))
    return "; ".join(filter(None, sites))


def _symptom(finding: Finding) -> str:
    nodes = finding.explained.nodes if finding.explained else ()
    if any(node.wrong_data for node in nodes):
        return _("Some data is wrong")
    if nodes and not any(node.wrong_gradient for node in nodes):
        return _("Some graphs stop with an exception")
    return _("Some gradients are wrong")


def _cause(finding: Finding) -> str:
    """The title of its fault; some exceptions have one of their own."""
    if (module := lacks_module(finding)) is not None:
        return (
            _("The module `{module}` is not available here", module=module)
            if module
            else _("A module is not available here")
        )
    if asks_for_an_array(finding) is not None:
        return _("Your class computes with arrays, not with numbers")
    if only_makes_raise(finding):
        return _("This line makes another line raise an exception")
    return cause(finding.fault)


def lacks_module(finding: Finding) -> str | None:
    """The module that is not there, where its use stopped the graphs; empty where its name is unknown."""
    seen = finding.evidence.raised
    return absent_module(seen.type, seen.message) if seen is not None else None


def asks_for_an_array(finding: Finding) -> str | None:
    """The attribute of arrays for which a plain number was asked, where that stopped the graphs."""
    seen = finding.evidence.raised
    is_general = finding.fault == faults.first(faults.FaultSign.RAISES)
    return array_attribute(seen.message) if is_general and seen is not None else None


def lacks_attribute(finding: Finding) -> str | None:
    """The attribute that an object of the file's own class does not have, where that stopped the graphs."""
    seen = finding.evidence.raised
    return attribute_of_own_object(seen.message) if seen is not None else None


def lacks_self(finding: Finding) -> str | None:
    """The method without parameters that was called on a node, where that stopped the graphs."""
    seen = finding.evidence.raised
    return method_without_self(seen.message) if seen is not None else None


def lacks_value(finding: Finding) -> str | None:
    """The variable that had no value yet where that stopped the graphs."""
    seen = finding.evidence.raised
    return variable_without_value(seen.message) if seen is not None else None


def calls_never_end(finding: Finding) -> bool:
    """Whether all that is known of the cause is that the method of an operation leads back to itself."""
    seen = finding.evidence.raised
    if seen is None or finding.fault != faults.first(faults.FaultSign.RAISES):
        return False
    return seen.type == RecursionError.__name__ and seen.function in _METHODS


def refuses_by_itself(finding: Finding) -> bool:
    """Whether a method for a number on the left is there, and tells Python that it does not know the type."""
    seen = finding.evidence.raised
    if seen is None or seen.line is not None or finding.fault != faults.first(faults.FaultSign.RAISES):
        return False
    kind, operands, *_rest = [*seen.message.split(": ", 1), ""]
    return kind.startswith("unsupported operand") and operands.startswith(("'int' and", "'float' and"))


def only_makes_raise(finding: Finding) -> bool:
    """Whether all that is known of the cause is that Python stops at another line."""
    seen, where = finding.evidence.raised, finding.where
    if seen is None or seen.line is None or where.line is None:
        return False
    if finding.fault != faults.first(faults.FaultSign.RAISES):
        return False
    return (seen.line, seen.cell) != (where.line, where.cell)


def cause(fault: str) -> str:
    """The title of a fault. One that is no longer known keeps its id."""
    if fault == UNKNOWN:
        return _("We could not find the cause")
    known = faults.load().get(fault)
    return _(known.title) if known else fault.replace("_", " ")


def site(where: Where, *, everywhere: bool = False) -> str:
    """`line 17, in `*``, as far as it is known."""
    line = place(where)
    if everywhere and not where.operation:
        return _("every operation, first on {place}", place=line) if line else _("every operation")
    parts = [line, _inside(where)]
    if where.operand is not None and where.operation not in UNARY:
        parts.append(_(_OPERANDS[where.operand]))
    if everywhere:
        parts.append(_("and in every other operation"))
    return ", ".join(filter(None, parts))


def _inside(where: Where) -> str:
    inside = operation(where.operation) if where.operation else where.function and f"`{where.function}`"
    return _("in {name}", name=inside) if inside else ""


def certainty(finding: Finding, *, alone: bool = True) -> str:
    """How sure it is, and why. `alone`: no other cause was repaired together with it."""
    if finding.evidence.loop is not None and not finding.evidence.repaired:
        return _of_loop(finding.certainty)
    if finding.certainty is Certainty.PROVEN:
        return _proven(finding.evidence.repaired, alone=alone)
    if finding.evidence.raised is not None and finding.certainty is Certainty.LIKELY:
        return _("Likely: these graphs stopped at this exception, so nothing after it could be tried.")
    if finding.certainty is Certainty.LIKELY:
        return _likely(finding.evidence.repaired)
    if finding.explained is None:
        return _("No mistake that we know fits what we saw.")
    return _("No mistake that we know gives these numbers. Here is the smallest graph that fails.")


def _proven(graphs: int, *, alone: bool) -> str:
    if not graphs:
        return _("Proven: we changed this in your code, and what failed before passed.")
    if alone:
        return ngettext(
            "Proven: we changed only this in your code, and {n} failing graph passed.",
            "Proven: we changed only this in your code, and {n} failing graphs passed.",
            graphs,
        )
    return ngettext(
        "Proven: we repaired this and the other findings in your code, and {n} failing graph passed.",
        "Proven: we repaired this and the other findings in your code, and {n} failing graphs passed.",
        graphs,
    )


def _likely(graphs: int) -> str:
    if not graphs:
        return _("Likely: this fits what we saw, but we could not prove it by changing only this.")
    return ngettext(
        "Likely: with a change here, {n} failing graph passed. But other mistakes here could look the same.",
        "Likely: with a change here, {n} failing graphs passed. But other mistakes here could look the same.",
        graphs,
    )


def _of_loop(how_sure: Certainty) -> str:
    if how_sure is Certainty.PROVEN:
        return _("Proven: after some iterations, everything the loop can see is exactly as it was before.")
    return _("Likely: we counted the iterations of the loop, and no end was in sight.")


class WriteView(NamedTuple):
    """A write that shows a cause, in a reader's words."""

    write: Write
    number: str
    """`a.grad`."""
    operation: str
    """The operation whose rule was at work; empty where that is not known."""
    old: str
    new: str
    replaced: bool


def evidence(seen: Evidence, writes: Sequence[WriteView], *, proven: bool = False) -> list[str]:
    """Say what shows the cause, the most telling first.

    Of a proven cause it is not said that some numbers came about in another way than in our class.
    """
    sentences = [_write(view) for view in writes]
    predicted = seen.predicted
    if predicted is not None and predicted.agreed and not (proven and predicted.agreed < predicted.of):
        sentences.append(_prediction(predicted))
    return sentences


def _prediction(agreement: Agreement) -> str:
    if agreement.agreed < agreement.of:
        return ngettext(
            "We compared {n} graph. This mistake predicts exactly the gradients we saw in {agreed} of them.",
            "We compared {n} graphs. This mistake predicts exactly the gradients we saw in {agreed} of them.",
            agreement.of,
            agreed=agreement.agreed,
        )
    return ngettext(
        "This mistake predicts exactly the gradients we saw in the graph that we compared.",
        "This mistake predicts exactly the gradients we saw in all {n} graphs that we compared.",
        agreement.of,
    )


_REPLACED = (
    N_("`{number}` was {old} and is set to {new}: the gradient is replaced, not accumulated."),
    N_("`{number}` was {old} and is set to {new}: the gradient is replaced, not accumulated ({place})."),
)
_REPLACED_FIRST = (
    N_("`{number}` is set to {new}: the gradient is replaced, not accumulated."),
    N_("`{number}` is set to {new}: the gradient is replaced, not accumulated ({place})."),
)
_CHANGED = (
    N_("`{number}` goes from {old} to {new}."),
    N_("`{number}` goes from {old} to {new} ({place})."),
)
_SAME = (
    N_("`{number}` was {old} and is set to {new}."),
    N_("`{number}` was {old} and is set to {new} ({place})."),
)
_FIRST = (N_("`{number}` is set to {new}."), N_("`{number}` is set to {new} ({place})."))
_NO_NUMBER = (
    N_("`{number}` is set to something that is not a number."),
    N_("`{number}` is set to something that is not a number ({place})."),
)


def _write(view: WriteView) -> str:
    at = ", ".join(filter(None, (place(view.write), _rule(view))))
    sentence = _sentence(view)[bool(at)]
    return _(sentence, number=view.number, old=view.old, new=view.new, place=at)


def _sentence(view: WriteView) -> tuple[str, str]:
    if not view.new:
        return _NO_NUMBER
    if view.replaced:
        return _REPLACED if view.old else _REPLACED_FIRST
    if not view.old:
        return _FIRST
    return _SAME if view.old == view.new else _CHANGED


def _rule(view: WriteView) -> str:
    function, at_work = view.write.function, view.operation and operation(view.operation)
    if function and at_work:
        return _("in `{function}` of {operation}", function=function, operation=at_work)
    if at_work:
        return _("in the rule of {operation}", operation=at_work)
    return _("in {name}", name=f"`{function}`") if function else ""


def raised(seen: Raised, where: Where) -> str:
    """Say above the exception which graph it stopped, and where, unless that is the place of the cause."""
    is_there = (seen.line, seen.cell) == (where.line, where.cell)
    at = "" if is_there else site(Where(line=seen.line, cell=seen.cell, function=seen.function))
    graph = in_a_line(seen.graph)
    if graph and at:
        return _(
            "On the graph `{graph}`, Python stopped with this exception ({place}):", graph=graph, place=at
        )
    if graph:
        return _("On the graph `{graph}`, Python stopped with this exception:", graph=graph)
    if at:
        return _("Python stopped with this exception ({place}):", place=at)
    return _("Python stopped with this exception:")


def module_to_submit(module: str) -> str:
    """Say what to do about a module that is absent."""
    if not module:
        return _("We run your file alone. Put everything that it uses into this file.")
    return _(
        "We run your file alone. If `{module}` is a file of yours, put what you use of it into this file.",
        module=module,
    )


def in_a_line(graph: str) -> str:
    """A graph of several passes with its separators."""
    return "; ".join(line.strip() for line in graph.splitlines())


def alternatives(others: Sequence[Alternative]) -> Iterator[str]:
    """Yield the rivals of a cause. An experiment that decides about several stands with the last of them."""
    last = {other.experiment: other for other in others}
    for other in others:
        is_last = last[other.experiment] is other
        yield alternative(other if is_last else replace(other, experiment=""))


def alternative(other: Alternative) -> str:
    """Another cause, and what decides."""
    rival = with_place(cause(other.fault), site(other.where))
    if not other.experiment:
        return _("Another possible cause: {cause}.", cause=rival)
    return _(
        "Another possible cause: {cause}. To find out which it is: {experiment}",
        cause=rival,
        experiment=experiment(other.experiment),
    )


def fix(where: str) -> str:
    """Return the line above an edit."""
    return _("Fix ({place}):", place=where) if where else _("Fix:")


def waits_for(missing: Sequence[str]) -> str:
    """Say in place of a cause that a suite needs operations which are not written yet."""
    return _("waiting for {operation}", operation=listed([operation(id_) for id_ in missing]))


def same_cause(numbers: Sequence[int]) -> str:
    """Say beside a suite which findings explain its failure."""
    return ngettext(
        "same cause as finding {numbers}",
        "same causes as findings {numbers}",
        len(numbers),
        numbers=listed(list(map(str, numbers))),
    )


def more(number: int) -> str:
    """Findings of which nothing is shown."""
    return ngettext(
        "{n} more finding is not shown here. --json and --html show all of them.",
        "{n} more findings are not shown here. --json and --html show all of them.",
        number,
    )


_EXPERIMENTS = {
    "play-alone": N_(
        "Run the graph alone in a fresh Python. If it is right there, your code keeps something from one "
        "graph to the next."
    ),
    "swap-operands": N_(
        "Swap the two operands. If the wrong gradient then moves to the other input, the local "
        "derivative of one operand is wrong."
    ),
    "second-input": N_(
        "Give the inputs other data, such as 1.37 and -2.91. Two causes that gave the same numbers by chance "
        "then give different numbers."
    ),
    "look-at-order": N_(
        "Print each node when `backward()` reaches it. Every node of the graph should appear once, after all "
        "nodes that use it."
    ),
}


def experiment(id_: str) -> str:
    """The sentence for an experiment."""
    return _(_EXPERIMENTS[id_])
