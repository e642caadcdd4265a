"""Findings as lines of a terminal: the first as a whole, of the others what they are and where."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from api.finding_account import EditAccount, FindingAccount
from api.pictures.text import WrongNumber, share_lines
from api.source_lines import Quote
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


def finding_lines(findings: Sequence[FindingAccount]) -> Iterator[Text]:
    """All lines, with an empty one before each finding."""
    for number, told in enumerate(findings[:_MOST], 1):
        yield Text()
        yield Text.assemble((f"{number}  ", "bold red"), (told.title, "bold"))
        for line in _whole(told) if number == 1 else _short(told):
            yield Text.assemble(_INDENT, line)
    if left := len(findings[_MOST:]):
        yield Text()
        yield Text(words.more(left), _FAINT)


def _whole(told: FindingAccount) -> Iterator[Text]:
    yield from _place(told, _MOST_EVIDENCE)
    yield from _drawing(told.wrong)
    if told.paste and len(told.paste) <= _MOST_PASTED:
        yield Text(words.TO_PASTE, _FAINT)
        yield from (Text(f"  {line}", "cyan") for line in told.paste)
    yield from _end(told)


def _short(told: FindingAccount) -> Iterator[Text]:
    yield from _place(told, 1)
    yield from _end(told)


def _place(told: FindingAccount, most: int) -> Iterator[Text]:
    if told.quote is not None:
        yield from _quote(told.quote)
    yield from map(Text, told.evidence[:most])


def _quote(told: Quote) -> Iterator[Text]:
    number = f"{told.number}"
    yield Text.assemble((f"{number} | ", _FAINT), told.before, (told.meant, "red"), told.after)
    if told.meant:
        space = " " * cell_len(told.before)
        yield Text.assemble((f"{' ' * len(number)} | ", _FAINT), space, ("^" * cell_len(told.meant), "red"))


def _drawing(wrong: Sequence[WrongNumber]) -> Iterator[Text]:
    for each in wrong[:_MOST_NUMBERS]:
        yield Text(f"{each.name}  {both(each.expected, each.got)}")
        for share, line in zip(each.shares[:_MOST_SHARES], share_lines(each.shares), strict=False):
            yield Text(f"  {line}", "red" if share.kept is False else "")
        if left := len(each.shares[_MOST_SHARES:]):
            yield Text(f"  {more(left)}", _FAINT)
    if left := len(wrong[_MOST_NUMBERS:]):
        yield Text(left_out(left), _FAINT)


def _end(told: FindingAccount) -> Iterator[Text]:
    if told.certainty:
        yield Text(told.certainty, "bold")
    yield from (Text(each) for each in told.alternatives)
    yield from (Text.assemble((f"{words.HINT}: ", _FAINT), each) for each in told.hints[-1:])
    for edit in told.repair:
        yield from _repair(edit)


def _repair(edit: EditAccount) -> Iterator[Text]:
    yield Text(words.repair(edit.place), _FAINT)
    yield from (Text(f"- {line}", "red") for line in edit.was)
    yield from (Text(f"+ {line}", "green") for line in edit.now)
