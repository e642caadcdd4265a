"""A page is translated piece by piece: what is put together again is the page."""

import pytest

import suites
from api.i18n.markdown import blocks, translated
from grader import faults
from submissions.courses.assignments.markdown import readable

PAGES = {slug: module.page(slug) for module in (faults, suites) for slug in module.load()}

PAGE = """A summary
in two lines.

## A heading
Text below it.
- one
  goes on
- two

1. first
2. second

```python
a = b  # not translated

- nor this
```

$$ a^2 $$

$$
b^2
$$
Text after it.

| op | rule |
|---|---|
| `+` | 1 |
"""


def test_untranslated_every_page_stays_the_same() -> None:
    assert [
        slug
        for slug, page in PAGES.items()
        if readable(translated(page, str)).split() != readable(page).split()
    ] == []


def test_pieces_are_paragraphs_headings_items_and_rows() -> None:
    assert [block.text for block in blocks(PAGE) if block.text] == [
        "A summary in two lines.", "A heading", "Text below it.", "one goes on", "two", "first", "second",
        "Text after it.",
        "| op | rule |", "|---|---|", "| `+` | 1 |",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "kept", ["## A HEADING", "- ONE GOES ON", "2. SECOND", "a = b  # not translated", "$$ a^2 $$", "b^2"]
)
def test_what_makes_a_piece_and_all_code_stay(kept: str) -> None:
    assert kept in translated(PAGE, str.upper).splitlines()
