"""Markdown that people write, as HTML that can do nothing but be read: made once, when it is kept.

No markup of their own, no pictures, links to the web and to mail only. What is refused, or left as text, is
what could cost more than its length: see `docs/decisions/0019-courses.md`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_block import StateBlock, table as any_table
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from submissions.courses.assignments.formulas import UnreadableFormula, mathml
from submissions.errors import Unusable

LONGEST = 12_000
MOST_LINES = 1_000
MOST_LEVELS = 6
"""Lists and quotations inside each other."""
MOST_COLUMNS = 8
"""A row that has fewer cells is filled up, so that a wide table of short rows would be a small text only."""

_DEEPEST = 2 * MOST_LEVELS  # as the library counts: a list is one level, its item another
_NESTING = _DEEPEST + 2  # from here on it leaves out what is inside, so that nothing may come as far
_LEFT_OUT = ("html_block", "html_inline", "image", "reference")
"""A name for an address (`[a]: b`) may be long and used often: its text would be many times its length."""
_CONTAINERS = {"blockquote_open", "bullet_list_open", "ordered_list_open", "list_item_open"}
_ADDRESS = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_PRICE = re.compile(r"\d[^\\{}]*\s[^\W\d_]{2,}\s")
"""A number followed by words: `$5, or 6$` is about money, `$2 x$` is a formula."""
_BARE = re.compile(r"(https?://[^\s<>\"`]*[^\s<>\"`.,;:!?)])")
_HIGHEST, _LOWEST = 2, 4
_ALIGNED = re.compile(r"text-align:(left|center|right)")


def rendered(field: str, text: str) -> str:
    """The text as HTML. Headings begin at the second level.

    Raises `Unusable` if it is too long, or has lists inside lists without end.
    """
    if len(text) > LONGEST:
        raise Unusable(field, "too-long", longest=LONGEST)
    if text.count("\n") >= MOST_LINES:
        raise Unusable(field, "too-many-lines", most=MOST_LINES)
    return _rendered(field, text)


@lru_cache(maxsize=64)
def readable(text: str) -> str:
    """The text as HTML; plain where it is too much, as it may be that was kept before there were bounds."""
    try:
        return rendered("", text)
    except Unusable:
        return f"<pre>{escape(text)}</pre>"


@lru_cache(maxsize=8)  # what is looked through before it is kept is not rendered again to keep it
def _rendered(field: str, text: str) -> str:
    tokens = _markdown().parse(text)
    if any(token.level >= _DEEPEST and token.type in _CONTAINERS for token in tokens):
        raise Unusable(field, "nested-too-deep", most=MOST_LEVELS)
    html: str = _markdown().renderer.render(tokens, _markdown().options, {})
    return html


@cache
def _markdown() -> MarkdownIt:
    made = MarkdownIt("js-default", {"html": False, "maxNesting": _NESTING}).disable(list(_LEFT_OUT))
    made.use(
        dollarmath_plugin,
        allow_labels=False,
        allow_space=False,
        allow_digits=False,  # prices
        allow_blank_lines=False,
    )
    setattr(made, "validateLink", _is_address)  # noqa: B010 - a method, which the library has one replace
    made.block.ruler.at("table", _table, {"alt": ["paragraph"]})
    made.core.ruler.push("backgrade", _tidied)
    made.add_render_rule("fence", _pre)
    made.add_render_rule("code_block", _pre)
    made.add_render_rule("math_inline", _formula)
    made.add_render_rule("math_block", _display)
    return made


def _is_address(url: str) -> bool:
    return _ADDRESS.match(url) is not None


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - as it is called
    """Read a table; return False if there is none, or one that is too wide."""
    second = start + 1
    if second < end and state.src.count("|", state.bMarks[second], state.eMarks[second]) > MOST_COLUMNS + 1:
        return False
    return any_table(state, start, end, silent)


def _tidied(state: StateCore) -> None:
    """Our levels of headings, classes in place of styles, and all links as links that lead outside."""
    for token in state.tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(max(int(token.tag[1:]), _HIGHEST), _LOWEST)}"
        if token.type == "table_open":
            token.attrs["tabindex"] = 0  # it may be wider than the page: then it scrolls, also by keys
        if aligned := _ALIGNED.fullmatch(str(token.attrs.pop("style", ""))):
            token.attrs["class"] = aligned[1]
        if token.children:
            token.children = list(_linked(token.children))


def _linked(tokens: Sequence[Token]) -> Iterator[Token]:
    """Addresses that stand in the text become links, unless they are in one."""
    inside = False
    for token in tokens:
        inside = (inside or token.type == "link_open") and token.type != "link_close"
        if token.type == "link_open":
            token.attrs["rel"] = "noopener nofollow"
        if token.type == "text" and not inside:
            yield from _split(token.content)
        else:
            yield token


def _split(text: str) -> Iterator[Token]:
    for number, part in enumerate(_BARE.split(text)):
        words = Token("text", "", 0, content=part)
        if number % 2:
            yield Token("link_open", "a", 1, attrs={"href": part, "rel": "noopener nofollow"})
            yield words
            yield Token("link_close", "a", -1)
        elif part:
            yield words


def _pre(_: RendererProtocol, tokens: Sequence[Token], index: int, *__: object) -> str:
    """Code; it scrolls, also by keys."""
    code = tokens[index].content.rstrip("\n")
    return f'<pre tabindex="0"><code>{escape(code)}</code></pre>\n'


def _formula(_: RendererProtocol, tokens: Sequence[Token], index: int, *__: object) -> str:
    """A formula in a line; one that cannot be read stays as it was typed."""
    latex = tokens[index].content
    if _PRICE.match(latex):
        return escape(f"${latex}$")
    try:
        return mathml(latex)
    except UnreadableFormula:
        return f"<code>{escape(latex)}</code>"


def _display(_: RendererProtocol, tokens: Sequence[Token], index: int, *__: object) -> str:
    """A formula on a line of its own; it scrolls, also by keys."""
    latex = tokens[index].content.strip()
    try:
        shown = mathml(latex, display=True)
    except UnreadableFormula:
        shown = f"<code>{escape(latex)}</code>"
    return f'<div class="formula" tabindex="0">{shown}</div>\n'
