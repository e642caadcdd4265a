"""Whether a file can hold the class that its child says it found: a search in its text, nothing is parsed.

The child shares its process with the submission, so a file without any class could say that there is
one and answer in its place. A class may be made in many ways; what is asked for is that the text has
one of them, with that name, and something to run at the line that was told.

The text is a stranger's and may be as large as a notebook: whatever is done to it costs in proportion to its
length, and is done in pieces, between which the other threads of a service have their turn.
"""

import re
import unicodedata
from collections import defaultdict

from grader.sandbox.base import ClassPlace, Source

_COMMENT = re.compile(r"^[^\S\n]*#.*$", re.MULTILINE)
_LINE_END = re.compile(r"\r\n?")
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\r": "\r", r"\"": '"', r"\'": "'"}
_MAKES = r"\b(?:type|make_dataclass|new_class|make_class|namedtuple|NamedTuple)\s{0,9}\(\s{0,200}"
_NAMES_ITSELF = re.compile(
    r"\.\s{0,9}__name__\s{0,9}=|['\"]__name__['\"]|\b__build_class__\b|\btype\s{0,9}\.\s{0,9}__new__"
    r"|\bsuper\s{0,9}\([^)]{0,200}\)\s{0,9}\.\s{0,9}__new__"
    rf"|{_MAKES}[^)'\"\s][^)'\"]{{0,60}}[,+%{{]"
    rf"|{_MAKES}(?:[fF]['\"]|['\"][^'\"]{{0,200}}['\"]\s{{0,9}}[+%.])"
)
"""Ways to a class whose name is computed, or given afterwards."""
_RUNS_TEXT = re.compile(r"\b(?:exec|eval|compile)\s{0,9}\(")
_RUNS = re.compile(r"\b(?:def|lambda|class)\b")
_DECORATORS = 60
"""Lines that may stand between the first decorator of a method and its `def`."""
_PIECE = 1 << 14
_OVERLAP = 1 << 10
"""More than the longest match: nothing that lies across the end of a piece is overlooked."""


def can_hold(source: Source, place: ClassPlace) -> bool:
    """Whether the class that was told of can have come from these bytes."""
    text = _text(source)
    name = unicodedata.normalize("NFKC", place.name)
    if not name.isascii():
        return "class" in text  # it may be written in any encoding
    if not (_has(_creation_of(name), text) or _has(_NAMES_ITSELF, text)):
        return False
    return source.is_notebook or _has(_RUNS_TEXT, text) or _runs_at(text, place.line)


def _text(source: Source) -> str:
    """The bytes as text without lines that are comments; a notebook's strings as they were typed."""
    text = source.content.decode("utf-8", "replace")
    if "\0" in text[:200]:
        text = source.content.decode("utf-16", "replace")
    if source.is_notebook:
        for written, meant in _ESCAPES.items():
            text = text.replace(written, meant)
    if not text.isascii():
        text = text.translate(_Plain())
    return _COMMENT.sub("", _LINE_END.sub("\n", text))


class _Plain(defaultdict[int, str]):
    """Letters that Python takes for ASCII ones in a name, one by one.

    To normalise a whole text takes time by the square of the marks that follow each other in it.
    """

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        plain = unicodedata.normalize("NFKC", letter)
        self[code] = plain if plain.isascii() and len(plain) == 1 else letter
        return self[code]


def _has(pattern: re.Pattern[str], text: str) -> bool:
    """Whether it is anywhere in the text."""
    starts = range(0, max(1, len(text)), _PIECE)
    return any(pattern.search(text, start, start + _PIECE + _OVERLAP) is not None for start in starts)


def _creation_of(name: str) -> re.Pattern[str]:
    """A class statement of that name, or a call whose first argument is the name."""
    word = re.escape(name)
    statement = rf"\bclass(?:\s|\\\n){{1,200}}{word}\b"
    call = rf"\(\s{{0,200}}(?:\w{{1,40}}\s{{0,9}}=\s{{0,9}})?['\"]{word}['\"]"
    return re.compile(f"{statement}|{call}")


def _runs_at(text: str, line: int | None) -> bool:
    """Whether a function begins at that line, or below its decorators."""
    if line is None:
        return True
    lines = text.split("\n")
    return _RUNS.search("\n".join(lines[max(0, line - 1) : line + _DECORATORS])) is not None
