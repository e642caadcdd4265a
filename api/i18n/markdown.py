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
    current: Block | None = None
    for line in lines:
        begins = _BEGINNING.fullmatch(line)
        assert begins is not None
        continues = current is not None and not begins[1].strip() and not current.prefix.startswith("#")
        if (
            continues
            and current is not None
            and line.strip()
            and not _FENCE.match(line)
            and not _ALONE.match(line)
        ):
            current = current._replace(text=f"{current.text} {line.strip()}")
            continue
        # Lines of a paragraph are joined: translators need whole sentences.
        if current is not None:
            yield current
            current = None
        if fence := _FENCE.match(line):
            yield Block("", "", "\n".join(_fenced(line, lines, fence[1])))
        elif not line.strip() or (begins[1].startswith("    ") and not begins[1].strip()):
            yield Block("", "", line)
        elif _ALONE.match(line) or begins[1].startswith("#"):
            yield Block(begins[1], begins[2])
        else:
            current = Block(begins[1], begins[2])
    if current is not None:
        yield current


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
