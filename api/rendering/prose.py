"""Our own pages in the reader's language: faults and suites, written in Markdown."""

import re
from functools import cache

from markupsafe import Markup

from api.i18n import SOURCE, current, gettext
from api.i18n.markdown import translated
from submissions.courses.assignments.formulas import plain
from submissions.courses.assignments.markdown import readable

_FORMULA = re.compile(r"^\$\$([^$]+)\$\$$", re.MULTILINE)


def prose(text: str) -> Markup:
    """A page of ours as HTML. Headings begin at the second level."""
    return _prose(text, current())


def printed(text: str) -> str:
    """A page of ours for a terminal, formulas as text; in English with the lines of the source."""
    page = text if current() == SOURCE else translated(text, gettext)
    return _FORMULA.sub(lambda formula: f"    {plain(formula[1].strip())}", page)


@cache
def _prose(text: str, language: str) -> Markup:
    del language  # `gettext` knows it: here it only tells the pages apart that are kept
    return Markup(readable(translated(text, gettext)))  # noqa: S704 - nothing of the text comes through but text
