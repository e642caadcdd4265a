"""Instructions: Markdown of which nothing but text and its form comes through, at a cost that is bounded."""

import sys
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, strategies as st

from submissions.courses.assignments.formulas import _ATTRIBUTES, _ELEMENTS, LONGEST as LONGEST_FORMULA
from submissions.courses.assignments.markdown import (
    LONGEST,
    MOST_COLUMNS,
    MOST_LEVELS,
    MOST_LINES,
    _rendered,
    readable,
    rendered,
)
from submissions.errors import Unusable
from tests.offenders import for_each
from tests.world.pages import Page, assert_balanced

TAGS = {
    *("p", "h2", "h3", "h4", "ul", "ol", "li", "code", "pre", "a", "strong", "em", "s", "br", "hr"),
    *("blockquote", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"href", "rel", "tabindex", "title", "start", "class"}
FORMULAS = {"div", *_ELEMENTS}
OF_FORMULAS = {"class", "tabindex", *_ATTRIBUTES}
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
    "dollars": "$",
    "formulas": "$a$ ",
    "symbols": "$\\pi$",
    "escaped dollars": "$a\\",
    "open formulas": "$$a\n",
    "formulas in items": "- $$a\n",
    "marks of formulas": "$<$",
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


@for_each(
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
    html = readable(text)
    assert_balanced(html)
    page = Page(html)

    assert {tag for tag, _ in page.tags} <= TAGS
    assert all(set(each) <= ATTRIBUTES for _, each in page.tags)
    assert all((each.get("href") or "https:").startswith(("http", "mailto:")) for _, each in page.tags)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("$a_1$", '<math display="inline"><mrow><msub><mi>a</mi><mn>1</mn></msub></mrow></math>'),
        ("$<$", '<math display="inline"><mrow><mo>&lt;</mo></mrow></math>'),
        ("`$a$`", "<code>$a$</code>"),
        ("\\$a$", "$a$"),
        ("It costs $5 and $6.", "It costs $5 and $6."),
        ("It costs $5, or 6$.", "It costs $5, or 6$."),
        ("It costs 5$ and 6 $.", "It costs 5$ and 6 $."),
        ("$2x$", '<math display="inline"><mrow><mn>2</mn><mi>x</mi></mrow></math>'),
        (r"$\frac{a}$", r"<code>\frac{a}</code>"),
    ],
)
def test_a_formula_is_mathml_and_a_price_is_none(text: str, html: str) -> None:
    assert rendered("instructions", text) == f"<p>{html}</p>\n"


def test_a_formula_on_its_own_line_is_shown_on_its_own() -> None:
    html = rendered("instructions", "$$\na^2\n$$\n\nb")

    assert html.startswith('<div class="formula" tabindex="0"><math display="block">')
    assert html.endswith("</div>\n<p>b</p>\n")


@for_each(
    "latex",
    [
        *(r"\href{javascript:alert(1)}{a}", r"\class{a}b", r"\style{color:red}b", r"\color{red}a"),
        *(r"\textcolor{red}{a}", r"\colorbox{red}{a}", r"\url{a}", r"\html{a}", r"\rule{9cm}{9cm}"),
        *(r"\def\a{\a\a}\a", r"\newcommand{\a}{b}\a", r"\DeclareMathOperator{\a}{b}\a", r"\verb|a|"),
        *(r"\begin{align}a\end{align}", r"\begin {a b}", r"\hspace{9cm}", r"\unicode{x3c}", r"\Huge a"),
        *("{" * 400, "{" * 200 + "}" * 200, "a" + "^{a" * 130 + "}" * 130, "^" * 400, "_" * 400),
        *(r"\frac" * 80, r"\sqrt" * 80 + "a", r"\left(" * 70, "a" * (LONGEST_FORMULA + 1)),
    ],
)
def test_a_formula_that_asks_for_more_stays_as_it_was_typed(latex: str) -> None:
    page = Page(readable(f"$${latex}$$"))

    assert [tag for tag, _ in page.tags] == ["div", "code"]
    assert page.soup.get_text().strip() == latex


_PIECES = st.sampled_from(
    [*"abx012 ^_{}&<>\"'()[]|+-=%#~,.", r"\\", r"\frac", r"\sqrt", r"\text{", r"\left", r"\right", r"\sum",
     r"\pi", r"\begin{cases}", r"\end{cases}", r"\begin{matrix}", r"\hat", r"\operatorname{", r"\ ", r"\{",
     r"\mathrm{", r"\href{", r"\style{", r"\def", "javascript:", "<script>", "&lt;", "é", "∂"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=30).map("".join))
def test_no_formula_becomes_more_than_a_formula(latex: str) -> None:
    html = readable(f"$${latex}$$")
    assert_balanced(html)
    page = Page(html)

    assert {tag for tag, _ in page.tags} <= TAGS | FORMULAS
    assert all(set(each) <= ATTRIBUTES | OF_FORMULAS for _, each in page.tags)
    assert len(html) <= 30 * (len(latex) + 10)


@pytest.mark.sampled(one_in=24)
@pytest.mark.parametrize("name", [*HOSTILE, *WHOLE])
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
