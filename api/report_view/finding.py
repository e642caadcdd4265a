"""A finding as its reader sees it. What is above the reader's rung was left out before."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from typing import TYPE_CHECKING

from api.i18n import gettext as _, listed
from api.report_view.hints import hints
from api.report_view.numbers import pair, short
from api.report_view.one_line import one_line
from api.report_view.pictures.text import ATTRIBUTES, WrongNumber, formula, wrong_numbers
from api.report_view.source_lines import Quote, SourceLines
from api.report_view.story import story
from api.words import (
    finding as words,
)
from api.words.loop import loop
from api.words.place import place
from api.words.problem import uses_absent_module
from grader.compare import Quantity
from grader.explanation.events import Effect
from grader.explanation.passes import Passes
from grader.faults import FaultSign, has_sign
from grader.finding import Certainty, Edit, Evidence, Explained, Finding, Raised, Where, Write
from grader.records import Frozen, replace
from grader.report import ToWrite
from grader.sandbox.replies import printable
from submissions.courses.assignments.hints import Rung
from submissions.teaching.results.trimming import UNTOLD, TrimmedFinding

if TYPE_CHECKING:
    from api.report_view.replay import Around

_MOST_WRITES = 2
_LONGEST_CODE = 400
_MOST_BETWEEN = 4
"""Lines that stay."""
_ASSIGNED_SUM = re.compile(r"^(\s*)([\w.\[\]]+) = \2 \+ (?=[^\n]+$)")
_QUESTION = re.compile(r"(print\(.+\)  # )(?:(\S+), )?should be (\S+)")
"""The last of the lines to paste, as `grader.explanation.lines` writes it."""


class EditView(Frozen):
    """One edit of a repair."""

    place: str
    lines: tuple[tuple[str, str], ...]
    """Each with its sign: `-`, `+`, or a space where it stays."""


class RaisedView(Frozen):
    """An exception: a sentence of ours, and Python's words, which the student's code may have chosen.

    These are empty where the sentence says it all.
    """

    sentence: str
    error: str


class FindingView(Frozen, dict=True):
    """A cause: what it is, where, how sure that is, and what shows it. What the rung hides is empty."""

    title: str
    certainty: str
    how_sure: str
    """The certainty as an id: `proven`, `likely`, `unknown`."""
    fault: str
    """The slug of its page."""
    where: Where | None
    quote: Quote | None
    raised: RaisedView | None
    evidence: tuple[str, ...]
    writes: frozenset[str]
    """The sentences about the evidence that are about a write: a story tells them better."""
    wrong: tuple[WrongNumber, ...]
    paste: tuple[str, ...]
    """The smallest graph that shows it, as lines of code."""
    symptom: str
    """The number that this graph gives and the right one, where the cause is not shown."""
    story: str
    """How the wrong number of that graph comes about."""
    alternatives: tuple[str, ...]
    hints: tuple[str, ...]
    repair: tuple[EditView, ...]
    explained: Explained | None
    """The graph that is drawn."""
    replayed: Explained | None
    """The graph that the replay steps through; there is one even if an exception left no picture."""
    attributes: Mapping[Quantity, str]
    """The names that the class has for its numbers."""
    trimmed: TrimmedFinding
    """The finding that this is the view of."""

    # A terminal draws nothing: what a picture or a replay says is read, and computed, for those that do.

    @cached_property
    def unplayed(self) -> str:
        """Why there is no replay, where there is none; empty where the rung hides the cause."""
        from api.report_view.replay.absent import why_absent

        return why_absent(self.trimmed.finding) if self.trimmed.shows_cause else ""

    @cached_property
    def caption(self) -> str:
        """A sentence that says what one sees in the picture."""
        from api.report_view.illustration import caption

        return caption(self.explained, shows_cause=self.trimmed.shows_cause) if self.explained else ""

    @cached_property
    def around(self) -> "Around":
        """The facts of a finding that its replay needs beside the graph."""
        from api.report_view.illustration import around

        return around(self.trimmed.finding, self.quote, self.attributes)

    @property
    def places(self) -> tuple[Where, ...]:
        """Return every known place, the main one first."""
        return (*filter(None, (self.where,)), *self.trimmed.finding.also)

    @property
    def beside_story(self) -> tuple[str, ...]:
        """The evidence that the story does not tell."""
        return tuple(each for each in self.evidence if not self.story or each not in self.writes)


def finding_view(
    trimmed: TrimmedFinding, lines: SourceLines, attributes: Mapping[Quantity, str] = ATTRIBUTES,
    *, alone: bool = True, indented: ToWrite | None = None,
) -> FindingView:  # fmt: skip
    """Return the view of a finding.

    `attributes` is what the class calls its numbers; `alone`, that no other cause was repaired with it;
    `indented`, the method that it finds missing, where that is indented into another one.
    """
    trimmed = replace(trimmed, finding=_shown_place_first(trimmed.finding))
    finding, explained = trimmed.finding, trimmed.finding.explained
    wrong = wrong_numbers(explained, attributes) if explained else ()
    told = _story(trimmed, wrong, attributes, indented, _flag(lines.quote(finding.where)))
    writes = [_write(write, finding, attributes) for write in finding.evidence.writes[:_MOST_WRITES]]
    evidence = words.evidence(finding.evidence, writes, proven=finding.certainty is Certainty.PROVEN)
    return FindingView(
        title=one_line(words.title(finding, trimmed.rung)),
        certainty=words.certainty(finding, alone=alone) if trimmed.shows_cause else "",
        how_sure=finding.certainty.value,
        fault="" if finding.fault in (words.UNKNOWN, UNTOLD) else finding.fault,
        where=None if finding.where == Where() else finding.where,
        quote=lines.quote(finding.where),
        raised=_raised(finding.evidence.raised, finding) if finding.evidence.raised else None,
        evidence=tuple(map(one_line, evidence)),
        writes=frozenset(map(one_line, words.evidence(Evidence(), writes))),
        wrong=wrong,
        paste=_paste(explained),
        symptom=_symptom(trimmed, wrong),
        story=told,
        alternatives=tuple(one_line(text) for text in words.alternatives(finding.alternatives)),
        hints=tuple(map(one_line, hints(finding, trimmed, wrong, told))),
        repair=tuple(map(_edit, finding.repair)),
        explained=explained if _has_picture(trimmed) else None,
        replayed=explained if trimmed.shows_cause else None,
        attributes=attributes,
        trimmed=trimmed,
    )


def _shown_place_first(finding: Finding) -> Finding:
    """Return a finding with the operation of its graph as the first place: line and story are about one."""
    if finding.explained is None or finding.evidence.raised is not None:
        return finding
    places, shown = (finding.where, *finding.also), {node.op for node in finding.explained.nodes if node.op}
    first = next((each for each in places if each.operation in shown), finding.where)
    return replace(finding, where=first, also=tuple(each for each in places if each is not first))


def _story(
    trimmed: TrimmedFinding,
    wrong: Sequence[WrongNumber],
    attributes: Mapping[Quantity, str],
    indented: ToWrite | None,
    flag: str,
) -> str:
    """Return the story of the finding: of a method or a loop where it is about one, else of the numbers."""
    finding, explained = trimmed.finding, trimmed.finding.explained
    if indented is not None and trimmed.shows_cause:
        return one_line(
            _(
                "Your `{method}` is indented into `{inside}`, so the class does not have it.",
                method=indented.method,
                inside=indented.inside,
            )
        )
    if finding.evidence.loop is not None:
        return one_line(loop(finding.evidence.loop))
    if explained is None or not trimmed.shows_cause:
        return ""
    where = finding.where.operation
    raised = _raised_in(finding)
    told = one_line(story(explained, wrong, finding.fault, attributes, where, raised=raised, flag=flag))
    if not told:
        return ""
    supposed = _("Suppose that the other mistakes are repaired.") if explained.others_repaired else ""
    return " ".join(filter(None, [supposed, _varies() if explained.varies else "", told]))


def _flag(quote: Quote | None) -> str:
    """Return what a line sets to True: `node.visited`; empty where it does anything else."""
    match quote and quote.statement:
        case ast.Assign([ast.Attribute() as target], ast.Constant(True)):
            return ast.unparse(target)
    return ""


def _varies() -> str:
    return _(
        "Your code depends on the order of a set or on `id()`, so these numbers can differ from run to "
        "run. We show one run."
    )


def _raised_in(finding: Finding) -> str:
    """The function of the submission that raised; empty where none is known."""
    raised = finding.evidence.raised
    return (raised.function if raised else None) or ""


def _raised(seen: Raised, finding: Finding) -> RaisedView:
    if (module := words.lacks_module(finding)) is not None:
        return RaisedView(one_line(uses_absent_module(module)), "")
    error = f"{seen.type}: {seen.message}" if seen.message else seen.type
    return RaisedView(one_line(words.raised(seen, finding.where)), one_line(error))


def _has_picture(trimmed: TrimmedFinding) -> bool:
    """Whether a picture shows what is wrong; where an exception left no numbers, it has only right ones."""
    explained = trimmed.finding.explained
    if explained is None or trimmed.rung <= Rung.NOTHING:
        return False
    return any(node.wrong_data or node.wrong_gradient for node in explained.nodes)


def _symptom(trimmed: TrimmedFinding, wrong: Sequence[WrongNumber]) -> str:
    """The graph as an expression with its inputs, and its first wrong number, where no more is shown."""
    explained = trimmed.finding.explained
    if explained is None or not wrong or not Rung.NOTHING < trimmed.rung < Rung.CAUSE:
        return ""
    steps = [formula(explained, node) for node in explained.nodes if node.op is not None]
    inputs = [f"{one_line(node.text)} = {short(node.data)}" for node in explained.nodes if node.op is None]
    first = wrong[0]
    return one_line(
        _(
            "In `{graph}` with {inputs}, your class gets `{number} = {got}`; it should be {right}.",
            graph="; ".join(steps),
            inputs=listed([f"`{each}`" for each in inputs]),
            number=first.name,
            got=first.got or _("no number"),
            right=first.expected,
        )
    )


def _paste(explained: Explained | None) -> tuple[str, ...]:
    if explained is None or explained.others_repaired:
        return ()
    return tuple(map(_line_to_paste, _code(explained.graph)))


def _code(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield printable(line.expandtabs(4))[:_LONGEST_CODE]


def _line_to_paste(line: str) -> str:
    """A line to paste; what it should print is said in the reader's language."""
    if not (question := _QUESTION.fullmatch(line)):
        return line
    asked, got, right = question.groups()
    if got is None:
        return asked + _("should be {right}", right=right)
    return asked + _("{got}, should be {right}", got=got, right=right)


def _edit(edit: Edit) -> EditView:
    """The edit as a small difference, written as one would write it."""
    was = list(_code(edit.was))
    now = [_accumulated(line, was) for line in _code(edit.now)]
    return EditView(place(edit), tuple(_difference(was, now)))


def _accumulated(line: str, was: Sequence[str]) -> str:
    """`x = x + y` as `x += y`, unless just that is what the edit undoes."""
    short = _ASSIGNED_SUM.sub(r"\1\2 += ", line)
    return line if short in was else short


def _difference(was: Sequence[str], now: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Lines that go and come, with a line of what stays around them."""
    for tag, a, b, c, d in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from ((" ", line) for line in _kept(was[a:b], is_last=(b, d) == (len(was), len(now))))
            continue
        yield from (("-", line) for line in was[a:b])
        yield from (("+", line) for line in now[c:d])


def _kept(lines: Sequence[str], *, is_last: bool) -> Sequence[str]:
    """Return the lines that stay; of many the ends, and of the last the beginning."""
    if len(lines) < _MOST_BETWEEN:
        return lines
    left_out = min(filter(str.strip, lines[1:-1]), key=_indent, default="")
    return lines[:1] if is_last else (lines[0], f"{' ' * _indent(left_out)}…", lines[-1])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _write(write: Write, finding: Finding, attributes: Mapping[Quantity, str]) -> words.WriteView:
    node = _label(write.node, finding)
    old, new = _figures(write)
    return words.WriteView(
        write=write,
        number=f"{node if node.isidentifier() else f'({node})'}.{attributes[write.quantity]}",
        operation=_operation(write, finding),
        old=old,
        new=new,
        replaced=write.quantity is Quantity.GRADIENT and _is_replaced(write, finding),
    )


def _label(name: str, finding: Finding) -> str:
    nodes = finding.explained.nodes if finding.explained else ()
    return next((one_line(node.text) for node in nodes if node.name == name), one_line(name))


def _operation(write: Write, finding: Finding) -> str:
    nodes = finding.explained.nodes if finding.explained else ()
    op = next((node.op for node in nodes if node.name == write.during), None)
    return op or (finding.where.operation if write.during else None) or ""


def _is_replaced(write: Write, finding: Finding) -> bool:
    if has_sign(finding.fault, FaultSign.REPLACED):
        return True
    explained = finding.explained
    if explained is None or write not in explained.writes:
        return False
    sent = [each for event in Passes(explained).events for each in event.sent]
    return any(each.write == write and each.effect is Effect.REPLACED for each in sent)


def _figures(write: Write) -> tuple[str, str]:
    old, new = write.old, write.new
    if old is not None and new is not None:
        return pair(old, new)
    return "" if old is None else short(old), "" if new is None else short(new)
