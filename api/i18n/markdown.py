"""Translates a page of Markdown block by block, so that a catalogue holds paragraphs and not whole pages."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

_FENCE = re.compile(r"\s*(```|~~~|\$\$)")
"""Where code begins, or a formula on lines of its own."""
_FORMULA = "$$"
_ALONE = re.compile(r"\s*\|")
"""Rows of a table keep their line."""
_BEGINNING = re.compile(r"(\s*(?:#{1,6} +|[-*+] +|\d+[.)] +|> ?)?)(.*)", re.DOTALL)
"""The mark before the text of a heading, an item or a quotation, and the text."""


class Block(NamedTuple):
    """A piece of a page that is translated as one text; code and formulas have none."""

    prefix: str
    text: str
    code: str = ""


def blocks(page: str) -> Iterator[Block]:
    """The pieces of a page, in order; empty ones stand between paragraphs."""
    lines = iter(page.splitlines())
    paragraph: Block | None = None
    for line in lines:
        # Lines of a paragraph are joined: translators need whole sentences.
        if paragraph is not None and _goes_on(line):
            paragraph = paragraph._replace(text=f"{paragraph.text} {line.strip()}")
            continue
        if paragraph is not None:
            yield paragraph
            paragraph = None
        block = _first_block(line, lines)
        if _may_go_on(block):
            paragraph = block
        else:
            yield block
    if paragraph is not None:
        yield paragraph


def _may_go_on(block: Block) -> bool:
    """Whether further lines may belong to a block: not to code, a row of a table or a heading."""
    line = block.prefix + block.text
    return bool(line) and not _ALONE.match(line) and not line.startswith("#")


def _goes_on(line: str) -> bool:
    """Whether a paragraph goes on in a line: it has text, and begins nothing of its own."""
    prefix, text = _parts(line)
    return bool(text) and not prefix.strip() and not _FENCE.match(line) and not _ALONE.match(line)


def _first_block(line: str, following: Iterator[str]) -> Block:
    """Return the block that begins in a line; it takes the following lines where it is fenced."""
    prefix, text = _parts(line)
    if fence := _FENCE.match(line):
        return Block("", "", "\n".join(_fenced(line, following, fence[1])))
    if not prefix.strip() and (not text or prefix.startswith("    ")):
        return Block("", "", line)
    return Block(prefix, text)


def _parts(line: str) -> tuple[str, str]:
    """Split a line into the mark before its text, and the text."""
    found = _BEGINNING.fullmatch(line)
    assert found is not None
    return found[1], found[2]


def translated(page: str, translate: Callable[[str], str]) -> str:
    """The page with every piece of text translated and all code and formulas as they were."""
    return "\n".join(
        block.code or block.prefix + (translate(block.text) if block.text else "") for block in blocks(page)
    )


def _fenced(first: str, lines: Iterator[str], fence: str) -> Iterator[str]:
    yield first
    if fence == _FORMULA and first.strip().removeprefix(fence).endswith(fence):
        return
    for line in lines:
        yield line
        if line.strip().startswith(fence) or (fence == _FORMULA and line.rstrip().endswith(fence)):
            return
