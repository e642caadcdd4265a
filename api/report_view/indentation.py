"""A line whose indentation is wrong, below the lines of the blocks that it may belong to."""

from collections.abc import Iterator, Sequence
from math import inf

_MOST = 4
_WIDTH = 8
"""The width of a tab to Python."""
_TAB = "→   "
"""A tab of an indentation, so that it is seen."""


def with_blocks(lines: Sequence[str]) -> list[str]:
    """Return the last line below those that say which blocks it may belong to, as they are indented."""
    if not lines or not lines[-1].strip():
        return []
    drawn = [_drawn(line) for line in reversed([*_up(lines)])]
    common = min(_spaces(line) for line in drawn)
    return [line[common:] for line in drawn]


def _up(lines: Sequence[str]) -> Iterator[str]:
    """Yield the last line, and the lines of blocks above it, from the inside out."""
    last = lines[-1]
    yield last
    # Measured once: a line may be as long as the file, with as many lines above it.
    outermost, innermost, shown = _depth(last), inf, 1
    for line in reversed(lines[:-1]):
        if innermost <= outermost or shown == _MOST:
            return
        depth = _depth(line)
        if depth < innermost and _is_code(line):
            innermost, shown = depth, shown + 1
            yield line


def _is_code(line: str) -> bool:
    """Whether a line is neither empty nor a comment."""
    return line.lstrip()[:1] not in ("", "#")


def _depth(line: str) -> int:
    indentation = line[: len(line) - len(line.lstrip(" \t"))]
    return len(indentation.expandtabs(_WIDTH))


def _spaces(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _drawn(line: str) -> str:
    code = line.lstrip()
    return line[: len(line) - len(code)].replace("\t", _TAB) + code.rstrip()
