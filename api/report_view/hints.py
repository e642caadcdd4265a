"""Hints about the graph of a finding, from what may be shown of it: each says more than the one before it."""

from collections.abc import Iterator, Sequence

from api.i18n import gettext as _, ngettext
from api.report_view.pictures.text import WrongNumber, formula
from api.words import finding as finding_words
from api.words.operation import operation
from api.words.place import place
from grader.finding import CallKind, Explained, Finding
from grader.harness.model.dialect_names import RESET_NAMES
from submissions.courses.assignments.hints import Rung
from submissions.teaching.results.trimming import TrimmedFinding


def hints(finding: Finding, trimmed: TrimmedFinding, wrong: Sequence[WrongNumber], story: str) -> list[str]:
    """Return one hint for each open rung; without a graph, those of the fault's page.

    None where the card itself names the cause and tells its story: they would say it again.
    """
    if trimmed.rung < Rung.SYMPTOM or finding.fault == finding_words.UNKNOWN:
        return []
    if trimmed.shows_cause and story and wrong:
        return []
    if finding.explained is None or not wrong:
        return _without_numbers(finding, trimmed, story)
    told = [_symptom(finding.explained, wrong[0])]
    if trimmed.rung >= Rung.PLACE:
        told += _place(finding, wrong[0])
    if trimmed.rung >= Rung.CAUSE:
        told.append(_named(finding))
    return told


def _without_numbers(finding: Finding, trimmed: TrimmedFinding, story: str) -> list[str]:
    """Return the hints of the fault's page, about this graph where there is one."""
    if trimmed.rung >= Rung.CAUSE and (module := finding_words.lacks_module(finding)) is not None:
        return [finding_words.module_to_submit(module)]
    told = [_(hint) for hint in trimmed.hints]
    if told and finding.explained is not None:
        told[0] = _run_alone(finding.explained)
    if trimmed.rung >= Rung.CAUSE and told:
        told[-1] = _cause(finding, story, told[-1])
    return told


def _cause(finding: Finding, story: str, usual: str) -> str:
    """Return the hint at the cause: what the story tells, or where Python stops, or the usual one."""
    if story:
        return f"{_named(finding)} {story}"
    if finding_words.refuses_by_itself(finding):
        return _(
            "Your method for a number on the left is there, but it returns `NotImplemented`, as methods of "
            "numbers do for other types. Compute with nodes: swap the operands, or make a node of the number."
        )
    if (method := finding_words.lacks_self(finding)) is not None:
        return _(
            "Python passes the node itself as the first argument, and `{method}` has no parameter for it: "
            "write `self` between the parentheses of its `def` line.",
            method=method,
        )
    raised = finding.evidence.raised
    if raised is not None and raised.graph and (at := place(raised)):
        graph = finding_words.in_a_line(raised.graph)
        stops = _("On the graph `{graph}`, Python stops at {place}.", graph=graph, place=at)
        return f"{stops} {_reason(finding, usual)}"
    return usual


def _named(finding: Finding) -> str:
    """Return the cause as a sentence."""
    return _("{cause}.", cause=finding_words.cause(finding.fault))


def _reason(finding: Finding, usual: str) -> str:
    """The line to change, where it is another than that at which Python stops, and no more is known of it.

    Where an array is asked for, what this assignment gives in its place; of an attribute or a variable, that
    none is there; of calls without end, that they have none.
    """
    if (attribute := finding_words.asks_for_an_array(finding)) is not None:
        return _(
            "Only arrays have `{attribute}`. In this assignment, the data and the gradient of a node are "
            "plain numbers.",
            attribute=attribute,
        )
    if finding.evidence.repaired and finding_words.only_makes_raise(finding):
        return _("The cause is on {place}: change that line.", place=place(finding.where))
    if (attribute := finding_words.lacks_attribute(finding)) is not None:
        return _(
            "No line has stored `{attribute}` in this object before. Store it, for example in `__init__`, or "
            "write the name under which it is stored.",
            attribute=attribute,
        )
    if (variable := finding_words.lacks_value(finding)) is not None:
        return _(
            "`{variable}` has no value yet at this line. Give it one further up, on every way to this line.",
            variable=variable,
        )
    if finding_words.calls_never_end(finding):
        return _(
            "This line leads back to the method that it stands in, so the calls never end. Compute the "
            "result from the numbers of the operands, or by other operations."
        )
    return usual


def _run_alone(explained: Explained) -> str:
    """The graph alone, with its resets where it does more than one pass."""
    inputs = sum(node.op is None for node in explained.nodes)
    lines = explained.graph.splitlines()[inputs:]
    if len(explained.calls) > 1 and lines and not any(";" in line for line in lines):
        return _("Run only `{graph}`. At which line does Python stop?", graph="; ".join(lines))
    return _(
        "Run only `{graph}`, and then the backward pass. At which line does Python stop?",
        graph="; ".join(formula(explained, node) for node in explained.nodes if node.op),
    )


def _symptom(explained: Explained, wrong: WrongNumber) -> str:
    node = next(node for node in explained.nodes if node.name == wrong.node)
    if told := _of_several_calls(explained, wrong):
        return told
    if not wrong.is_gradient:
        computed = formula(explained, node)
        if not wrong.got:
            return _("Compute `{formula}` by hand. Your class gives no number.", formula=computed)
        return _("Compute `{formula}` by hand. Your class gives {got}.", formula=computed, got=wrong.got)
    uses = sum(other.operands.count(node.name) for other in explained.nodes)
    if uses > 1:
        return ngettext(
            "`{node}` is used {n} time in this graph. What does each use add to `{number}`? "
            "Your class gets {got}.",
            "`{node}` is used {n} times in this graph. What does each use add to `{number}`? "
            "Your class gets {got}.",
            uses,
            node=wrong.label,
            number=wrong.name,
            got=wrong.got or _("no number"),
        )
    return _(
        "Go back from the output to `{node}` with the chain rule, by hand. "
        "Your class gets `{number} = {got}`.",
        node=wrong.label,
        number=wrong.name,
        got=wrong.got or _("no number"),
    )


def _of_several_calls(explained: Explained, wrong: WrongNumber) -> str:
    """Return where to look at a number of a graph with several passes; empty for any other graph."""
    resets = [call for call in explained.calls if call.kind is CallKind.ZERO_GRAD and call.node == wrong.node]
    right_is_zero = wrong.is_gradient and wrong.expected == "0"
    if resets and (right_is_zero or not wrong.is_gradient):
        return _(
            "Print `{number}` before and after `{reset}`. What should it be after?",
            number=wrong.name,
            reset=f"{wrong.label}.zero_grad()",
        )
    return (
        _("Print `{number}` after each pass. After which is it wrong first?", number=wrong.name)
        if _passes(explained) > 1
        else ""
    )


def _passes(explained: Explained) -> int:
    return sum(call.kind is CallKind.BACKWARD for call in explained.calls)


def _place(finding: Finding, wrong: WrongNumber) -> Iterator[str]:
    at = place(finding.where)
    if not at:
        return
    if finding.where.function in RESET_NAMES:
        yield _("Look at {place}. What does it do to `{number}`?", place=at, number=wrong.name)
    elif finding.explained is not None and _passes(finding.explained) > 1:
        yield _("Look at {place}. What does it leave behind for the second pass?", place=at)
    elif finding.where.operation:
        yield _(
            "Look at {place}, in {operation}. Follow `{number}` through this line: "
            "what is there before, and what after?",
            place=at,
            operation=operation(finding.where.operation),
            number=wrong.name,
        )
    else:
        yield _(
            "Look at {place}. Follow the graph from there: which rule runs when, and with which gradient?",
            place=at,
        )
