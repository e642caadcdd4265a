"""The file of a hunt, cut into its graphs at blank lines."""

from collections.abc import Iterator
from typing import NamedTuple

from grader.hunt.problem import HuntProblemError, HuntProblemKind

LONGEST = 20_000
"""Characters of a file."""
MOST_GRAPHS = 20
LONGEST_TITLE = 80


class GraphText(NamedTuple):
    """The lines of one graph."""

    title: str
    """The comment on its first line; empty where there is none."""
    line: int
    """The number of its first line in the file."""
    lines: tuple[str, ...]


def text_of(content: bytes) -> str:
    """The text of a file.

    Raises `HuntProblemError` if it is too long or no text.
    """
    if len(content) > LONGEST * 4:
        raise HuntProblemError(HuntProblemKind.TOO_LONG, most=LONGEST)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HuntProblemError(HuntProblemKind.NOT_TEXT) from None
    if len(text) > LONGEST:
        raise HuntProblemError(HuntProblemKind.TOO_LONG, most=LONGEST)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def split(text: str) -> list[GraphText]:
    """Cut a text into graphs.

    Raises `HuntProblemError` if there is none, or too many.
    """
    found = list(_graphs(text.split("\n")))
    if not found:
        raise HuntProblemError(HuntProblemKind.EMPTY)
    if len(found) > MOST_GRAPHS:
        raise HuntProblemError(HuntProblemKind.TOO_MANY_GRAPHS, found[MOST_GRAPHS].line, most=MOST_GRAPHS)
    return found


def _graphs(lines: list[str]) -> Iterator[GraphText]:
    """Yield the text of each graph: graphs are separated by blank lines, and comments alone are none."""
    part: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        if line.strip():
            part.append(line)
            continue
        if any(not each.lstrip().startswith("#") for each in part):
            yield GraphText(_title(part[0]), number - len(part), tuple(part))
        part = []


def _title(line: str) -> str:
    comment = line.strip()
    if not comment.startswith("#"):
        return ""
    printable = "".join(letter for letter in comment.lstrip("# ") if letter.isprintable())
    return printable[:LONGEST_TITLE].strip()
