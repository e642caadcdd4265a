"""A small part of Markdown, of which nothing but text comes through."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.prose import inline, prose
from tests.api.test_formats import Page


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("one\ntwo\n\nthree", "<p>one\ntwo</p>\n<p>three</p>"),
        ("## Why\nbecause", "<h2>Why</h2>\n<p>because</p>"),
        ("# Top", "<h2>Top</h2>"),
        ("- one\n- two\n  and more", "<ul><li>one</li><li>two and more</li></ul>"),
        ("    a = 1\n    b = 2", '<pre tabindex="0"><code>a = 1\nb = 2</code></pre>'),
        ("```python\na\n\nb\n```\nc", '<pre tabindex="0"><code>a\n\nb</code></pre>\n<p>c</p>'),
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
            '<a href="https://a" rel="noopener nofollow">https://a</a>&#34;onclick=&#34;x',
        ),
    ],
)
def test_within_a_line(text: str, html: str) -> None:
    assert inline(text) == html


@given(st.text(alphabet="<>&\"'`*#- \n\rahttps:/.x", max_size=80))
def test_no_text_becomes_more_than_the_few_elements(text: str) -> None:
    page = Page(prose(text))

    assert {tag for tag, _ in page.tags} <= {"p", "h2", "h3", "h4", "ul", "li", "code", "pre", "a", "strong"}
    assert all(set(each) <= {"href", "rel", "tabindex"} for _, each in page.tags)
