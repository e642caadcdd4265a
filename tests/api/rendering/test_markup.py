"""Filters of templates: what is put into a page is escaped, whoever wrote it."""

import pytest
from markupsafe import Markup

from api.rendering.markup import format_html, links


def test_a_link_in_a_sentence_leads_to_a_page_of_ours() -> None:
    assert links("No account? [Join](/join?code=A&next=/).") == (
        'No account? <a href="/join?code=A&amp;next=/">Join</a>.'
    )


@pytest.mark.parametrize(
    "text",
    [
        "[x](https://evil.example)",
        "[x](//evil.example)",
        "[x](/\\evil.example)",
        "[x](javascript:alert(1))",
        "[x]( /join)",
        "[](/join)",
    ],
)
def test_anything_else_stays_text(text: str) -> None:
    assert links(text) == text


def test_markup_of_a_text_does_not_come_through() -> None:
    shown = links('[<b>](/a"onclick="b) <script>')

    assert shown == '<a href="/a&#34;onclick=&#34;b">&lt;b&gt;</a> &lt;script&gt;'


def test_only_a_value_that_is_html_stays_html() -> None:
    shown = format_html("<i> {when} {name}", when=Markup("<time>now</time>"), name="<b>")

    assert shown == "&lt;i&gt; <time>now</time> &lt;b&gt;"
