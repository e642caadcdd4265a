"""A finding in words. What is above its reader's rung was left out before."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from api.numbers import pair, short
from api.one_line import one_line
from api.pictures import replay
from api.pictures.text import ATTRIBUTES, WrongNumber, wrong_numbers
from api.source_lines import Quote, SourceLines
from api.words import finding as words
from api.words.place import place
from api.words.replay import Meaning
from grader.compare import Quantity
from grader.finding import Certainty, Edit, Explained, Finding, Where, Write
from grader.sandbox.base import printable
from submissions.results.trimming import UNTOLD, TrimmedFinding

_OVERWRITTEN = "overwritten_gradient"
_MOST_WRITES = 2
_MOST_RIGHT = 4
_LONGEST_CODE = 400


@dataclass(frozen=True, slots=True)
class EditAccount:
    """One edit of a repair."""

    place: str
    was: tuple[str, ...]
    now: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FindingAccount:
    """A cause: what it is, where, how sure that is, and what shows it. What is not to be told is empty."""

    title: str
    certainty: str
    fault: str
    """The slug of its page."""
    where: Where | None
    quote: Quote | None
    evidence: tuple[str, ...]
    wrong: tuple[WrongNumber, ...]
    paste: tuple[str, ...]
    """The smallest graph that shows it, as lines of code."""
    answers: str
    alternatives: tuple[str, ...]
    hints: tuple[str, ...]
    repair: tuple[EditAccount, ...]
    explains: frozenset[str]
    """Slugs of suites."""
    explained: Explained | None
    """To be drawn."""


def finding_account(
    trimmed: TrimmedFinding, lines: SourceLines, attributes: Mapping[Quantity, str] = ATTRIBUTES
) -> FindingAccount:
    """The account of a finding; `attributes` is what the class calls its numbers."""
    finding = trimmed.finding
    explained = finding.explained
    teller = _Teller(finding, attributes)
    wrong = wrong_numbers(explained, attributes) if explained else ()
    return FindingAccount(
        title=one_line(words.title(finding, trimmed.rung)),
        certainty=words.certainty(finding) if trimmed.shows_cause else "",
        fault="" if finding.fault in (words.UNKNOWN, UNTOLD) else finding.fault,
        where=None if finding.where == Where() else finding.where,
        quote=lines.quote(finding.where),
        evidence=tuple(map(one_line, teller.evidence())),
        wrong=wrong,
        paste=tuple(_code(explained.graph)) if explained else (),
        answers=one_line(teller.answers(wrong)) if trimmed.shows_cause else "",
        alternatives=tuple(one_line(words.alternative(each)) for each in finding.alternatives),
        hints=trimmed.hints,
        repair=tuple(map(_edit, finding.repair)),
        explains=frozenset(finding.explains),
        explained=explained if trimmed.shows_cause else None,
    )


def _code(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield printable(line.expandtabs(4))[:_LONGEST_CODE]


def _edit(edit: Edit) -> EditAccount:
    return EditAccount(place(edit), tuple(_code(edit.was)), tuple(_code(edit.now)))


@dataclass(frozen=True)
class _Teller:
    finding: Finding
    attributes: Mapping[Quantity, str]

    def evidence(self) -> list[str]:
        told = self.finding.evidence
        return words.evidence(told, [self._wrote(write) for write in told.writes[:_MOST_WRITES]])

    def _wrote(self, write: Write) -> words.Wrote:
        node = self._label(write.node)
        old, new = _went(write)
        return words.Wrote(
            write=write,
            number=f"{node if node.isidentifier() else f'({node})'}.{self.attributes[write.quantity]}",
            operation=self._operation(write),
            old=old,
            new=new,
            replaced=write.quantity is Quantity.GRADIENT and self._is_replaced(write),
        )

    def _label(self, name: str) -> str:
        nodes = self.finding.explained.nodes if self.finding.explained else ()
        return next((one_line(node.text) for node in nodes if node.name == name), one_line(name))

    def _operation(self, write: Write) -> str:
        nodes = self.finding.explained.nodes if self.finding.explained else ()
        found = next((node.op for node in nodes if node.name == write.during), None)
        return found or (self.finding.where.operation if write.during else None) or ""

    def _is_replaced(self, write: Write) -> bool:
        if self.finding.fault == _OVERWRITTEN:
            return True
        explained = self.finding.explained
        if explained is None or write not in explained.writes:
            return False
        meanings = list(replay.meanings(explained, explained.writes))
        return meanings[explained.writes.index(write)] is Meaning.REPLACED

    def answers(self, wrong: tuple[WrongNumber, ...]) -> str:
        """What is still there, what is lost, why that is so, and what would be right."""
        if not wrong:
            return ""
        first = next((each for each in wrong if each.shares), wrong[0])
        parts = [words.Contributed(share.through, share.value, share.kept) for share in first.shares]
        right = [f"{each.name} = {each.expected}" for each in wrong[:_MOST_RIGHT]]
        proven = self.finding.certainty is Certainty.PROVEN
        return words.answers(first.name, parts, self.finding.fault, right, proven=proven)


def _went(write: Write) -> tuple[str, str]:
    old, new = write.old, write.new
    if old is not None and new is not None:
        return pair(old, new)
    return "" if old is None else short(old), "" if new is None else short(new)
