"""Files of the corpus, checked in one page of Chromium and by the engine on this machine, at the same inputs.

    python -m bench browser [--only=NAME]

Bar: no file differs in its problem, points or causes. One is *worded otherwise* where these agree and the
HTML of its result, which names every verdict, does not: a loop is stopped elsewhere in it. Files with numpy,
and those that are not in UTF-8, are left to a server by the page.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Literal, cast

from playwright.sync_api import Error, Page, sync_playwright

from api.playground.check import USUAL, Checked, checked
from api.playground.site import site
from bench._corpus import whole_corpus
from grader.assignment import SuiteSelection, assignment, at_textbook_inputs
from grader.grade import grade
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from tests.browser import chromium
from tests.browser.playground import served
from tests.endless_files import endless, slow
from tests.world import pyodide

_LANGUAGE = "en"
_FACTS: tuple[Literal["problem", "earned", "possible", "causes"], ...]
_FACTS = ("problem", "earned", "possible", "causes")
_SAME, _WORDED, _DIFFERS, _LEFT = "same", "worded otherwise", "differ", "left to a server"
_IN_PAGE = """async (file) => {
    const { check } = await import(new URL("static/checker.js", location.href));
    return check(file, () => {});
}"""
_ASKED = {"stage": USUAL.stage, "on_site": USUAL.on_site}


def main(options: Sequence[str] = ()) -> None:
    """Print each file whose results are not the same, and how many are."""
    if lack := chromium.lacking() or pyodide.lacking():
        print(f"  {lack}")
        return
    only = next((option.partition("=")[2] for option in options), "")
    outcomes: Counter[str] = Counter()
    started, sandbox = time.perf_counter(), Embedded()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(site(), Path(folder)) as url,
        sync_playwright() as playwright,
    ):
        page = chromium.launched(playwright).new_page()
        page.goto(url)
        for name, source in _files():
            if only in name:
                outcomes[_outcome(name, source, page, sandbox)] += 1
    sandbox.close()
    told = ", ".join(f"{outcomes[each]} {each}" for each in (_SAME, _WORDED, _DIFFERS, _LEFT))
    print(f"  {outcomes.total()} files: {told}   ({time.perf_counter() - started:.0f} s; bar 0 {_DIFFERS})")


def _files() -> Iterator[tuple[str, Source]]:
    yield from whole_corpus()
    yield from ((f"endless/{each.slug}", each.submission) for each in (*endless(), *slow()))


def _outcome(name: str, source: Source, page: Page, sandbox: Embedded) -> str:
    """How the results of a file compare; what is not the same is printed."""
    try:
        text = source.content.decode()
    except UnicodeDecodeError:
        return _LEFT
    if source.imports.has_numpy:
        return _LEFT
    there = _in_page(page, source.name, text)
    here = checked(grade(source, _selection(), sandbox), source.content, _LANGUAGE)
    facts = [f"{fact}: {there[fact]} | {here[fact]}" for fact in _FACTS if there[fact] != here[fact]]
    if not facts and there["html"] == here["html"]:
        return _SAME
    print(f"    {name}: {'; '.join(facts) or _first_difference(there['html'], here['html'])}", flush=True)
    return _DIFFERS if facts else _WORDED


def _in_page(page: Page, name: str, text: str) -> Checked:
    """The result in the browser; where there is none, the reason in place of a problem."""
    file = {"name": name, "content": text, "language": _LANGUAGE, "asked": _ASKED}
    try:
        return cast("Checked", page.evaluate(_IN_PAGE, file))
    except Error as error:
        return Checked(needs_server=False, html="", earned=0, possible=0, problem=str(error), causes=[])


def _selection() -> SuiteSelection:
    return at_textbook_inputs(assignment(USUAL.stage))


def _first_difference(there: str, here: str) -> str:
    """The first line that is not the same, as it is there and here."""
    pairs = zip_longest(there.splitlines(), here.splitlines(), fillvalue="")
    return next(f"{one.strip()[:150]} | {other.strip()[:150]}" for one, other in pairs if one != other)
