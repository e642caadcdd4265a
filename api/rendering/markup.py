"""What every template works with: an environment that escapes everything, and filters for words of ours."""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from pickle import UnpicklingError
from typing import NamedTuple

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, __version__
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from api.i18n import current, gettext, ngettext, pgettext
from api.report_view import replay
from api.report_view.finding import FindingView
from api.report_view.numbers import short
from api.report_view.pictures import svg
from api.report_view.pictures.text import ATTRIBUTES
from api.report_view.pictures.whole import whole_graph
from api.report_view.thermometer import whole_thermometer
from api.words import (
    finding as finding_words,
    picture as picture_words,
    suite as suite_words,
    tried as tried_words,
)
from api.words.place import place
from grader.compare import Quantity
from grader.finding import Explained, Where

PARTIALS = Path(__file__).parents[1] / "formats" / "templates"
"""The parts of a report, for whatever shows one."""

_TICK = "`"
_LINK = re.compile(r"\[([^\[\]]+)\]\((/(?![/\\])[^\s()\\]*|#[\w-]+)\)")
"""Links to our own pages; no others are links."""


class ReplayStep(NamedTuple):
    """A step, and its pictures as they stand on a page."""

    step: replay.Step
    pictures: Markup


class ReplayOnPage(NamedTuple):
    """A replay, and what it plays."""

    title: str
    steps: Sequence[ReplayStep]


def environment(*folders: Path) -> Environment:
    """Templates of these folders and the parts of a report. A name that is not known is an error."""
    environment = Environment(
        loader=FileSystemLoader([*folders, PARTIALS]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=CompiledTemplates(),
    )
    environment.filters |= {"code": code, "place": place, "anchor": anchor, "links": links}
    environment.filters |= {"capital": capital, "format_html": format_html, "number": short}
    environment.globals |= {
        "_": gettext,
        "ngettext": ngettext,
        "pgettext": pgettext,
        "language": current,
        "pictures": _pictures,
        "replayed": _replayed,
        "whole_graph": whole_graph,
        "whole_thermometer": whole_thermometer,
        "finding_words": finding_words,
        "picture_words": picture_words,
        "tried_words": tried_words,
        "suite_words": suite_words,
    }
    return environment


def code(text: str) -> Markup:
    """Text in which what stands between backticks is shown as code. Everything is escaped first."""
    parts = escape(text).split(_TICK)
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup("").join(
        Markup("<code>%s</code>") % part if i % 2 else part for i, part in enumerate(parts)
    )


def links(text: str) -> Markup:
    """Text in which `[Sign in](/sign-in)` is a link to a page of ours, `[below](#group)` one on this page.

    Everything is escaped first.
    """
    return Markup(_LINK.sub(r'<a href="\2">\1</a>', str(escape(text))))  # noqa: S704 - escaped, also in the address


def format_html(text: str, **values: object) -> Markup:
    """A translated text filled with values of which some are HTML. Everything else is escaped."""
    return escape(text).format(**values)


def capital(text: str) -> str:
    """The text as the beginning of a sentence. What is code stays as it is: `zero_grad()`, `a.grad`."""
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    is_word = first.rstrip(",;:").replace("'", "").isalpha()
    return text[:1].upper() + text[1:] if is_word else text


def anchor(where: Where) -> str:
    """The id of a line on a page that shows the whole file: `L17`, `C3L2` in a notebook."""
    return f"L{where.line}" if where.cell is None else f"C{where.cell}L{where.line}"


def _pictures(explained: Explained, attributes: Mapping[Quantity, str] = ATTRIBUTES) -> Markup:
    return Markup(svg.pictures(explained, attributes))  # noqa: S704 - escaped where it is drawn


def _replayed(finding: FindingView) -> ReplayOnPage | None:
    """Return each step with its pictures; None without a replay."""
    if finding.replayed is None:
        return None
    steps = replay.steps(finding.replayed, finding.attributes, finding.around)
    shown = [ReplayStep(step, Markup(step.pictures)) for step in steps]  # noqa: S704 - as above
    return ReplayOnPage(replay.title(finding.replayed), shown) if shown else None


class CompiledTemplates(BytecodeCache):
    """Keeps the code of each template until its text, Jinja, or the way in which filters are called changes.

    Compiling takes as long as importing the service. Where nothing can be written, every process compiles.
    """

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the cached code, if there is any for this text."""
        with suppress(OSError, EOFError, UnpicklingError), _path(bucket).open("rb") as kept:
            bucket.load_bytecode(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code; who reads at the same time finds all of the old file or all of the new one."""
        if sys.dont_write_bytecode:
            return
        path = _path(bucket)
        written = path.with_suffix(f".{os.getpid()}-{id(bucket)}")
        with suppress(OSError):
            written.write_bytes(bucket.bytecode_to_string())
            written.replace(path)

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """Return the cached code if all that it depends on is the same: compiler, calls and text."""
        depends_on = f"{__version__} {_calls(environment)} {source}"
        return super().get_bucket(environment, name, filename, depends_on)


def _calls(environment: Environment) -> list[tuple[str, str]]:
    """Return the filters and tests that get more than their operands, and what: `("day", _PassArg.context)`.

    The code has this in each of its calls; a newer version of ours may call the same filter otherwise.
    """
    called = [*environment.filters.items(), *environment.tests.items()]
    return sorted(
        (name, str(function.jinja_pass_arg))
        for name, function in called
        if hasattr(function, "jinja_pass_arg")
    )


def _path(bucket: Bucket) -> Path:
    return Path(cache_from_source(str(Path(__file__).with_name(f"{bucket.key}.py"))))
