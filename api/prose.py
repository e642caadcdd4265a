"""Text that people write, as HTML: paragraphs, headings, lists, code and links, and nothing else.

A small part of Markdown. Everything is escaped first, so that no text can be more than text.
"""

import re
from collections.abc import Iterator

from markupsafe import Markup, escape

_CODE = re.compile(r"(`[^`]+`)")
_STRONG = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", re.DOTALL)
_LINK = re.compile(r"(https?://[^\s<>\"`]*[^\s<>\"`.,;:!?)])")
_BLOCK = re.compile(r"\n[ \t]*\n")
_FENCE = "```"
_INDENT = "    "
_ITEM = re.compile(r"[-*] ")
_HEADING = re.compile(r"(#{1,6}) +(.*)")
_HIGHEST, _LOWEST = 2, 4


def prose(text: str) -> Markup:
    """The text as HTML. Headings begin at the second level."""
    return Markup("\n").join(_block(block) for block in _blocks(text.replace("\r\n", "\n")))


def inline(text: str) -> Markup:
    """Code between backticks, and links; no block."""
    parts = _CODE.split(text)
    return Markup("").join(
        Markup("<code>{}</code>").format(part[1:-1]) if i % 2 else _linked(part)
        for i, part in enumerate(parts)
    )


def _blocks(text: str) -> Iterator[str]:
    """Fenced code is a block, with its empty lines; everything else ends at an empty line."""
    for i, part in enumerate(re.split(rf"^{_FENCE}[^\n]*\n?", text, flags=re.MULTILINE)):
        if i % 2:
            yield _FENCE + part
        else:
            yield from (block.strip("\n") for block in _BLOCK.split(part) if block.strip())


def _block(block: str) -> Markup:
    if block.startswith(_FENCE):
        return _pre(block.removeprefix(_FENCE).rstrip("\n"))
    lines = block.split("\n")
    if all(line.startswith(_INDENT) for line in lines):
        return _pre("\n".join(line.removeprefix(_INDENT) for line in lines))
    heading = _HEADING.fullmatch(lines[0])
    if heading:
        return _headed(heading, "\n".join(lines[1:]))
    if _ITEM.match(lines[0]):
        return _list(lines)
    return Markup("<p>{}</p>").format(inline(block))


def _headed(heading: re.Match[str], rest: str) -> Markup:
    level = min(max(len(heading[1]), _HIGHEST), _LOWEST)
    title = Markup("<h{0}>{1}</h{0}>").format(level, inline(heading[2]))
    return title + Markup("\n") + _block(rest) if rest.strip() else title


def _list(lines: list[str]) -> Markup:
    """Lines that begin no item belong to the one before."""
    items: list[str] = []
    for line in lines:
        if _ITEM.match(line):
            items.append(line[2:])
        else:
            items[-1] += f" {line.strip()}"
    return Markup("<ul>{}</ul>").format(
        Markup("").join(Markup("<li>{}</li>").format(inline(i)) for i in items)
    )


def _pre(text: str) -> Markup:
    return Markup('<pre tabindex="0"><code>{}</code></pre>').format(text)


def _linked(text: str) -> Markup:
    parts = _LINK.split(text)
    return Markup("").join(
        Markup('<a href="{0}" rel="noopener nofollow">{0}</a>').format(part) if i % 2 else _stressed(part)
        for i, part in enumerate(parts)
    )


def _stressed(text: str) -> Markup:
    parts = _STRONG.split(text)
    return Markup("").join(
        Markup("<strong>{}</strong>").format(part) if i % 2 else escape(part) for i, part in enumerate(parts)
    )
