"""A line whose indentation is wrong, below the lines of the blocks that it may belong to."""

from collections.abc import Iterator, Sequence

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
    innermost: int | None = None
    shown = 1
    for line in reversed(lines[:-1]):
        if (innermost is not None and innermost <= _depth(last)) or shown == _MOST:
            return
        is_code = line.strip() and not line.lstrip().startswith("#")
        if is_code and (innermost is None or _depth(line) < innermost):
            innermost, shown = _depth(line), shown + 1
            yield line


def _depth(line: str) -> int:
    return _spaces(line.expandtabs(_WIDTH))


def _spaces(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _drawn(line: str) -> str:
    code = line.lstrip()
    return line[: len(line) - len(code)].replace("\t", _TAB) + code.rstrip()
