"""Findings as lines of a terminal: the first as a whole, the others shorter, with their graph in a line."""

from collections.abc import Iterator, Sequence

from api.formats._styled import StyledText, cells
from api.i18n import gettext as _
from api.report_view.finding import EditView, FindingView
from api.report_view.pictures.text import WrongNumber, contribution_lines
from api.report_view.source_lines import Quote
from api.words import finding as words
from api.words.graph import left_out
from api.words.picture import both, more

_MOST = 6
_MOST_EVIDENCE = 2
_MOST_NUMBERS = 2
_MOST_CONTRIBUTIONS = 4
_MOST_PASTED = 12
_INDENT = "   "
_FAINT = "dim"
_DIFFERENCE = {"-": "red", "+": "green", " ": _FAINT}
_CERTAINTY = {"proven": "green", "likely": "yellow", "unknown": "dim"}


def finding_lines(findings: Sequence[FindingView]) -> Iterator[StyledText]:
    """Yield the lines of all findings, with an empty one before each."""
    for number, finding in enumerate(findings[:_MOST], 1):
        yield StyledText()
        yield StyledText.assemble((f"{number}  ", "bold red"), (finding.title, "bold"))
        for line in _whole(finding) if number == 1 else _short(finding):
            yield StyledText.assemble(_INDENT, line, no_wrap=line.no_wrap)
    if left := len(findings[_MOST:]):
        yield StyledText()
        yield StyledText(words.more(left), _FAINT)


def _whole(finding: FindingView) -> Iterator[StyledText]:
    yield from _cause(finding, _MOST_EVIDENCE)
    yield from _numbers(finding.wrong)
    yield from _paste(finding.paste)
    yield from _end(finding)


def _short(finding: FindingView) -> Iterator[StyledText]:
    yield from _cause(finding, 1)
    yield from _paste(["; ".join(finding.paste)] if finding.paste else [])
    yield from _end(finding)


def _paste(lines: Sequence[str]) -> Iterator[StyledText]:
    if lines and len(lines) <= _MOST_PASTED:
        yield StyledText(_("Reproduce it: paste this below your class"), _FAINT)
        yield from (StyledText(f"  {line}", "cyan", no_wrap=True) for line in lines)


def _cause(finding: FindingView, most_evidence: int) -> Iterator[StyledText]:
    """Yield where the cause is, how it comes about, how sure that is, and the evidence."""
    if finding.quote is not None:
        yield from _quote(finding.quote)
    if finding.raised:
        yield StyledText(finding.raised.sentence)
        if finding.raised.error:
            yield StyledText(finding.raised.error, "red")
    if finding.story or finding.symptom:
        yield StyledText(finding.story or finding.symptom)
    if finding.certainty:
        yield StyledText(finding.certainty, _CERTAINTY[finding.how_sure])
    yield from map(StyledText, finding.beside_story[:most_evidence])
    yield from map(StyledText, finding.alternatives)


def _quote(quote: Quote) -> Iterator[StyledText]:
    number = f"{quote.number}"
    meant = (quote.meant, "red")
    yield StyledText.assemble((f"{number} | ", _FAINT), quote.before, meant, quote.after, no_wrap=True)
    if quote.meant:
        space = " " * cells(quote.before)
        marks = ("^" * cells(quote.meant), "red")
        yield StyledText.assemble((f"{' ' * len(number)} | ", _FAINT), space, marks, no_wrap=True)


def _numbers(wrong: Sequence[WrongNumber]) -> Iterator[StyledText]:
    for number in wrong[:_MOST_NUMBERS]:
        yield StyledText(f"{number.name}  {both(number.expected, number.got)}")
        for contribution, line in zip(
            number.contributions[:_MOST_CONTRIBUTIONS], contribution_lines(number.contributions), strict=False
        ):
            yield StyledText(f"  {line}", "red" if contribution.kept is False else "")
        if left := len(number.contributions[_MOST_CONTRIBUTIONS:]):
            yield StyledText(f"  {more(left)}", _FAINT)
    if left := len(wrong[_MOST_NUMBERS:]):
        yield StyledText(left_out(left), _FAINT)


def _end(finding: FindingView) -> Iterator[StyledText]:
    for hint in () if finding.story else finding.hints[-1:]:
        yield StyledText(_("Hint: {hint}", hint=hint))
    for edit in finding.repair:
        yield from _repair(edit)


def _repair(edit: EditView) -> Iterator[StyledText]:
    yield StyledText(words.fix(edit.place), _FAINT)
    yield from (StyledText(f"{sign} {line}", _DIFFERENCE[sign], no_wrap=True) for sign, line in edit.lines)
