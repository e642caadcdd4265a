"""Hints about the graph of a finding, from what may be shown of it: each says more than the one before it."""

from collections.abc import Iterator, Sequence

from api.i18n import gettext as _
from api.report_view.pictures.text import WrongNumber, formula
from api.words import finding as finding_words, hint as words
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
        told.append(words.cause(finding_words.cause(finding.fault)))
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
        return f"{words.cause(finding_words.cause(finding.fault))} {story}"
    raised = finding.evidence.raised
    if raised is not None and raised.graph and (at := place(raised)):
        return f"{words.stops(finding_words.in_a_line(raised.graph), at)} {_reason(finding, usual)}"
    return usual


def _reason(finding: Finding, usual: str) -> str:
    """The line to change, where an edit of another line than that at which Python stops has helped.

    Where an array is asked for, what this assignment gives in its place.
    """
    if (attribute := finding_words.asks_for_an_array(finding)) is not None:
        return finding_words.numbers_are_given(attribute)
    if finding.evidence.repaired and finding_words.is_raised_elsewhere(finding):
        return words.caused_by(place(finding.where))
    return usual


def _run_alone(explained: Explained) -> str:
    """The graph alone, with its resets where it does more than one pass."""
    inputs = sum(node.op is None for node in explained.nodes)
    lines = explained.graph.splitlines()[inputs:]
    if len(explained.calls) > 1 and lines and not any(";" in line for line in lines):
        return words.run_lines("; ".join(lines))
    return words.run_alone("; ".join(formula(explained, node) for node in explained.nodes if node.op))


def _symptom(explained: Explained, wrong: WrongNumber) -> str:
    node = next(node for node in explained.nodes if node.name == wrong.node)
    if told := _of_several_calls(explained, wrong):
        return told
    if not wrong.is_gradient:
        return words.compare_data(formula(explained, node), wrong.got)
    uses = sum(other.operands.count(node.name) for other in explained.nodes)
    if uses > 1:
        return words.compare_sum(wrong.label, uses, wrong.name, wrong.got)
    return words.compare_chain(wrong.label, wrong.name, wrong.got)


def _of_several_calls(explained: Explained, wrong: WrongNumber) -> str:
    """Return where to look at a number of a graph with several passes; empty for any other graph."""
    resets = [call for call in explained.calls if call.kind is CallKind.ZERO_GRAD and call.node == wrong.node]
    right_is_zero = wrong.is_gradient and wrong.expected == "0"
    if resets and (right_is_zero or not wrong.is_gradient):
        return words.print_around_reset(wrong.name, f"{wrong.label}.zero_grad()")
    return words.print_after_passes(wrong.name) if _passes(explained) > 1 else ""


def _passes(explained: Explained) -> int:
    return sum(call.kind is CallKind.BACKWARD for call in explained.calls)


def _place(finding: Finding, wrong: WrongNumber) -> Iterator[str]:
    at = place(finding.where)
    if not at:
        return
    if finding.where.function in RESET_NAMES:
        yield words.look_at_reset(at, wrong.name)
    elif finding.explained is not None and _passes(finding.explained) > 1:
        yield words.look_at_leftovers(at)
    elif finding.where.operation:
        yield words.look_at_rule(at, operation(finding.where.operation), wrong.name)
    else:
        yield words.look_at_pass(at)
