"""Texts of people as cells of a table for spreadsheets: none that would be taken as a formula."""

import csv
import io
import unicodedata
from collections.abc import Iterable

_BEGINS = ("=", "+", "-", "@", "|", "%")
"""The signs that begin a formula, or a command of old (`|` and `%`), in one program or another."""
_APART = str.maketrans(dict.fromkeys("\t\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029", " "))
"""The signs that some programs take for the end of a cell or a line, whatever stands around them."""

_LOOKED_AT = 200
"""Characters: as long as any name is."""


def cell(text: str) -> str:
    """The text, with an apostrophe before it where a program could take it for more than a text.

    Programs fold letters of double width before they look, and pass over blanks and what is not seen.
    """
    line = text.translate(_APART)
    seen = "".join(letter for letter in unicodedata.normalize("NFKC", line[:_LOOKED_AT]) if _is_seen(letter))
    return f"'{line}" if seen.startswith(_BEGINS) or _is_minus(seen[:1]) else line


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows of cells as RFC 4180 writes them."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerows(rows)
    return written.getvalue()


def _is_seen(letter: str) -> bool:
    return not letter.isspace() and unicodedata.category(letter) not in {"Cc", "Cf", "Mn", "Me"}


def _is_minus(letter: str) -> bool:
    """Whether a letter is a dash or a sign of mathematics, some of which look like minus, plus or equals."""
    return bool(letter) and unicodedata.category(letter) in {"Pd", "Sm"}
