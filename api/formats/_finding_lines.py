"""Findings as lines of a terminal: the first as a whole, of the others what they are and where."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from api.i18n import gettext as _
from api.report_view.finding import EditView, FindingView
from api.report_view.pictures.text import WrongNumber, share_lines
from api.report_view.source_lines import Quote
from api.words import finding as words
from api.words.graph import left_out
from api.words.picture import both, more

_MOST = 6
_MOST_EVIDENCE = 2
_MOST_NUMBERS = 2
_MOST_SHARES = 4
_MOST_PASTED = 12
_INDENT = "   "
_FAINT = "dim"
_DIFFERENCE = {"-": "red", "+": "green", " ": _FAINT}
_CERTAINTY = {"proven": "green", "likely": "yellow", "unknown": "dim"}


def finding_lines(findings: Sequence[FindingView]) -> Iterator[Text]:
    """All lines, with an empty one before each finding."""
    for number, finding in enumerate(findings[:_MOST], 1):
        yield Text()
        yield Text.assemble((f"{number}  ", "bold red"), (finding.title, "bold"))
        for line in _whole(finding) if number == 1 else _short(finding):
            yield Text.assemble(_INDENT, line, no_wrap=line.no_wrap)
    if left := len(findings[_MOST:]):
        yield Text()
        yield Text(words.more(left), _FAINT)


def _whole(finding: FindingView) -> Iterator[Text]:
    yield from _cause(finding, _MOST_EVIDENCE)
    yield from _numbers(finding.wrong)
    if finding.paste and len(finding.paste) <= _MOST_PASTED:
        yield Text(_("Reproduce it: paste this below your class"), _FAINT)
        yield from (Text(f"  {line}", "cyan", no_wrap=True) for line in finding.paste)
    yield from _end(finding)


def _short(finding: FindingView) -> Iterator[Text]:
    yield from _cause(finding, 1)
    yield from _end(finding)


def _cause(finding: FindingView, most_evidence: int) -> Iterator[Text]:
    """Where it is, how it comes about, how sure that is, and what shows it."""
    if finding.quote is not None:
        yield from _quote(finding.quote)
    if finding.raised:
        yield Text(finding.raised.sentence)
        yield Text(finding.raised.error, "red")
    if finding.story or finding.symptom:
        yield Text(finding.story or finding.symptom)
    if finding.certainty:
        yield Text(finding.certainty, _CERTAINTY[finding.how_sure])
    yield from map(Text, finding.beside_story[:most_evidence])
    yield from map(Text, finding.alternatives)


def _quote(quote: Quote) -> Iterator[Text]:
    number = f"{quote.number}"
    meant = (quote.meant, "red")
    yield Text.assemble((f"{number} | ", _FAINT), quote.before, meant, quote.after, no_wrap=True)
    if quote.meant:
        space = " " * cell_len(quote.before)
        marks = ("^" * cell_len(quote.meant), "red")
        yield Text.assemble((f"{' ' * len(number)} | ", _FAINT), space, marks, no_wrap=True)


def _numbers(wrong: Sequence[WrongNumber]) -> Iterator[Text]:
    for number in wrong[:_MOST_NUMBERS]:
        yield Text(f"{number.name}  {both(number.expected, number.got)}")
        for share, line in zip(number.shares[:_MOST_SHARES], share_lines(number.shares), strict=False):
            yield Text(f"  {line}", "red" if share.kept is False else "")
        if left := len(number.shares[_MOST_SHARES:]):
            yield Text(f"  {more(left)}", _FAINT)
    if left := len(wrong[_MOST_NUMBERS:]):
        yield Text(left_out(left), _FAINT)


def _end(finding: FindingView) -> Iterator[Text]:
    for hint in () if finding.story else finding.hints[-1:]:
        yield Text(_("Hint: {hint}", hint=hint))
    for edit in finding.repair:
        yield from _repair(edit)


def _repair(edit: EditView) -> Iterator[Text]:
    yield Text(words.fix(edit.place), _FAINT)
    yield from (Text(f"{sign} {line}", _DIFFERENCE[sign], no_wrap=True) for sign, line in edit.lines)
