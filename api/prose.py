"""Our own pages in the reader's language: faults and suites, written in Markdown."""

from functools import cache

from markupsafe import Markup

from api.i18n import SOURCE, current, gettext
from api.i18n.markdown import translated
from submissions.assignments.markdown import readable


def prose(text: str) -> Markup:
    """A page of ours as HTML. Headings begin at the second level."""
    return _prose(text, current())


def markdown(text: str) -> str:
    """A page of ours for a terminal. In English its lines end where they end in the source."""
    return text if current() == SOURCE else translated(text, gettext)


@cache
def _prose(text: str, language: str) -> Markup:
    del language  # `gettext` knows it: here it only tells the pages apart that are kept
    return Markup(readable(translated(text, gettext)))  # noqa: S704 - nothing of the text comes through but text
