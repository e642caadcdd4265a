"""Instructions: Markdown of which nothing but text and its form comes through, at a cost that is bounded."""

import sys
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from submissions.assignments.markdown import (
    LONGEST,
    MOST_COLUMNS,
    MOST_LEVELS,
    MOST_LINES,
    _rendered,
    readable,
    rendered,
)
from submissions.errors import Unusable
from tests.api.test_formats import Page
from tests.thorough import THOROUGH

TAGS = {
    *("p", "h2", "h3", "h4", "ul", "ol", "li", "code", "pre", "a", "strong", "em", "s", "br", "hr"),
    *("blockquote", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"href", "rel", "tabindex", "title", "start", "class"}
MOST_LINES_EXECUTED = 8_000_000

TraceFunction = Any

_HALF = LONGEST // 2
HOSTILE = {
    "strong": "**a ",
    "emphasis": "*a",
    "both": "*_",
    "underscores": "_a __b ",
    "strikes": "~~a ",
    "brackets": "[",
    "pictures": "![",
    "pairs": "[]",
    "links": "[a](",
    "titles": '[a](b "',
    "named": "[a][",
    "names": "[a]: b\n",
    "open names": "[a\n",
    "angles": "<a:",
    "comments": "<!--",
    "entities": "&amp;",
    "quotes": '"',
    "escapes": "\\*",
    "addresses": "http://",
    "headings": "# a\n",
    "items": "* a\n- a\n",
    "numbers": "1. a\n",
    "nested items": "- ",
    "nested quotes": ">",
    "quoted items": "- > a\n",
    "fences": "```\n",
    "code": "    a\n\n",
    "tables": "a|b\n-|-\n",
    "marks": "a\u0301",
    "spaces": " ",
    "lines": "\n",
}
WHOLE = {
    "backticks": "".join("`" * number + " " for number in range(1, 180)),
    "lazy": ">" * (2 * MOST_LEVELS - 2) + "\n" + "a\n" * (MOST_LINES - 3),
    "deep items": "".join(" " * 2 * (line % 6) + "- a\n" for line in range(MOST_LINES - 1)),
    "wide table": "|a" * 2000 + "|\n" + "|-" * 2000 + "|\n" + "b\n" * 900,
    "long table": "|a" * MOST_COLUMNS + "|\n" + "|-" * MOST_COLUMNS + "|\n" + "b\n" * (MOST_LINES - 3),
    "a long name": "[a]: https://" + "b" * _HALF + "\n\n" + "[a]" * (_HALF // 4),
    "inside out": "[" * _HALF + "a" + "](b)" * (_HALF // 4),
}


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n"),
        (
            "|a|b|\n|-|-:|\n|`c`|d|",
            (
                '<table tabindex="0">\n<thead>\n<tr>\n<th>a</th>\n<th class="right">b</th>\n</tr>\n</thead>\n'
                '<tbody>\n<tr>\n<td><code>c</code></td>\n<td class="right">d</td>\n</tr>\n'
                "</tbody>\n</table>\n"
            ),
        ),
        ("*a*\n\n> b", "<p><em>a</em></p>\n<blockquote>\n<p>b</p>\n</blockquote>\n"),
        ("[a](https://b.c)", '<p><a href="https://b.c" rel="noopener nofollow">a</a></p>\n'),
        ("<a@b.c>", '<p><a href="mailto:a@b.c" rel="noopener nofollow">a@b.c</a></p>\n'),
        (
            "[https://b.c d](https://e.f)",
            '<p><a href="https://e.f" rel="noopener nofollow">https://b.c d</a></p>\n',
        ),
    ],
)
def test_what_courses_write(text: str, html: str) -> None:
    assert rendered("instructions", text) == html


@pytest.mark.parametrize(
    "address",
    [
        *("javascript:alert(1)", "JaVaScRiPt:alert(1)", "&#106;avascript:alert(1)", "java%0ascript:alert(1)"),
        *(
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "//evil.example",
            "/me/tokens",
            "#a",
            "ftp://a",
        ),
    ],
)
def test_a_link_leads_to_the_web_or_to_mail_and_nowhere_else(address: str) -> None:
    for text in (f"[a]({address})", f"[a](<{address}>)", f"<{address}>", f"[a]: {address}\n\n[a]"):
        assert "<a" not in rendered("instructions", text)


def test_no_picture_is_loaded() -> None:
    assert "<img" not in rendered("instructions", "![a](https://a.b/c.png) <img src=https://a.b/c.png>")


@given(st.text(alphabet="<>&\"'`*#-_~[]()!|:\\ \n\rahttps:/.x1", max_size=120))
def test_no_text_becomes_more_than_these_elements(text: str) -> None:
    page = Page(readable(text))

    assert {tag for tag, _ in page.tags} <= TAGS
    assert all(set(each) <= ATTRIBUTES for _, each in page.tags)
    assert all((each.get("href") or "https:").startswith(("http", "mailto:")) for _, each in page.tags)


@pytest.mark.parametrize("name", [*(HOSTILE if THOROUGH else [*HOSTILE][::4]), *WHOLE])
def test_the_worst_texts_cost_little_and_do_not_grow(name: str) -> None:
    """In lines that are executed: as many on every machine. The worst take a tenth of a second."""
    text = WHOLE.get(name) or "\n".join((HOSTILE[name] * LONGEST)[:LONGEST].split("\n")[:MOST_LINES])

    assert len(readable(text)) <= 20 * LONGEST
    assert _lines_executed(text) < MOST_LINES_EXECUTED


def test_what_is_nested_deeper_than_is_shown_is_refused_and_never_left_out() -> None:
    deep = "> " * (2 * MOST_LEVELS + 1) + "a"
    with pytest.raises(Unusable, match="nested-too-deep"):
        rendered("instructions", deep)

    for levels in range(1, 3 * MOST_LEVELS):
        for begin in ("> ", "- "):
            try:
                html = rendered("instructions", begin * levels + "last")
            except Unusable:
                continue
            assert "last" in html
    assert "last" in rendered("instructions", "- " * MOST_LEVELS + "last")


def test_what_was_kept_before_it_was_bounded_can_still_be_read() -> None:
    assert readable("<b>" * LONGEST) == f"<pre>{'&lt;b&gt;' * LONGEST}</pre>"


def _lines_executed(text: str) -> int:
    executed = 0

    def count(_frame: FrameType, event: str, _argument: object) -> TraceFunction:
        nonlocal executed
        executed += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        with suppress(Unusable):
            _rendered.__wrapped__("instructions", text)
    finally:
        sys.settrace(before)
    return executed
