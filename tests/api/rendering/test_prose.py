"""A part of Markdown, of which nothing but text comes through."""

import pytest
from hypothesis import given, strategies as st

import suites
from api.rendering.prose import printed, prose
from grader import faults
from tests.offenders import for_each
from tests.submissions.courses.assignments.test_markdown import ATTRIBUTES, TAGS
from tests.world.pages import Page, assert_balanced


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("one\ntwo\n\nthree", "<p>one two</p>\n<p>three</p>\n"),
        ("## Why\nbecause", "<h2>Why</h2>\n<p>because</p>\n"),
        ("# Top", "<h2>Top</h2>\n"),
        ("###### Lowest", "<h4>Lowest</h4>\n"),
        ("- one\n- two\n  and more", "<ul>\n<li>one</li>\n<li>two and more</li>\n</ul>\n"),
        ("    a = 1\n    b = 2", '<pre tabindex="0"><code>a = 1\nb = 2</code></pre>\n'),
        ("```python\na\n\nb\n```\nc", '<pre tabindex="0"><code>a\n\nb</code></pre>\n<p>c</p>\n'),
        ("", ""),
    ],
)
def test_blocks(text: str, html: str) -> None:
    assert prose(text) == html
    assert prose(text.replace("\n", "\r\n")) == html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a `b < c` d", "a <code>b &lt; c</code> d"),
        ("`one", "`one"),
        ("**strong** and a ** b ** c", "<strong>strong</strong> and a ** b ** c"),
        (
            "see https://a.org/b?c=d, now",
            'see <a href="https://a.org/b?c=d" rel="noopener nofollow">https://a.org/b?c=d</a>, now',
        ),
        ("javascript:alert(1)", "javascript:alert(1)"),
        (
            'https://a"onclick="x',
            '<a href="https://a" rel="noopener nofollow">https://a</a>&quot;onclick=&quot;x',
        ),
    ],
)
def test_within_a_line(text: str, html: str) -> None:
    assert prose(text) == f"<p>{html}</p>\n"


@given(st.text(alphabet="<>&\"'`*#- \n\rahttps:/.x", max_size=80))
def test_no_text_becomes_more_than_the_few_elements(text: str) -> None:
    html = prose(text)
    assert_balanced(html)
    page = Page(html)

    assert {tag for tag, _ in page.tags} <= TAGS
    assert all(set(each) <= ATTRIBUTES for _, each in page.tags)


def test_headings_without_end_are_text_like_any_other() -> None:
    assert prose("# a\n" * 900).count("<h2>") == 900
    assert prose("# a\n" * 5000).startswith("<pre>")


def test_stars_that_never_close_cost_no_more_than_their_length() -> None:
    """A search that begins anew at each of them, and runs to the end, would not come back here."""
    assert "<strong>" not in prose("**a " * 2900)
    assert "<strong>" not in prose("**a " * 100_000)


@for_each("page", [module.page(slug) for module in (faults, suites) for slug in module.load()])
def test_every_formula_of_our_pages_can_be_shown_and_printed(page: str) -> None:
    shown = Page(prose(page))

    assert len(shown.soup.find_all("math")) == page.count("$$") / 2
    assert "$$" not in printed(page)


@pytest.mark.parametrize(
    ("latex", "line"),
    [
        (r"\frac{d}{da}\,\tanh(a) = 1 - t^2", "d/da tanh(a) = 1 − t^2"),
        (r"n \cdot x^{n-1}", "n · x^(n − 1)"),
        (r"\frac{a + b}{\frac{c}{d}}", "(a + b)/(c/d)"),
        (r"\sum_i x_i", "∑_i x_i"),
        (r"\sqrt{a}, \quad b", "√(a), b"),
    ],
)
def test_a_formula_reads_well_on_a_terminal(latex: str, line: str) -> None:
    assert printed(f"a\n\n$$ {latex} $$\n") == f"a\n\n    {line}\n"
