"""The files of the static site: a page that checks, the libraries of faults and suites, in every language."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment

import suites
from api.browser.archive import ENGINE, engine
from api.browser.folders import PAGES, TEMPLATES
from api.browser.manifest import MANIFEST, manifest
from api.browser.pyodide import pyodide
from api.i18n import LANGUAGES, SOURCE, gettext as _, speaking
from api.packages._tree import Tree, text, under
from api.pages import _static, faults as fault_pages, suites as suite_pages
from api.pages._fault_example import is_drawn, picture
from api.playground.links import relinked
from api.rendering.markup import environment
from api.rendering.prose import prose
from grader import faults
from grader.faults import FaultSign
from grader.records import Frozen
from grader.reference import edited, source

_STATIC = Path(__file__).parent / "static"
_INDEX = "index.html"
_WORKER = "service_worker.js"
_DIGITS = 16
_PARTS = "static/engine"
_FIRST = ("static/",)
"""The folders that are kept as soon as the page is there; of the libraries, what has been opened."""
_NOT_FIRST = (f"{_PARTS}/", "static/vendor/plot.js")
"""Files that the page itself keeps when it asks for them."""
_HEAD = "from __future__ import annotations\n\nimport math\n\n\n"
_ENDLESS = "\n\na = Value(1.0)\nwhile a.data < 2:\n    a.data = a.data * 1\n"
_SIGNS = (
    FaultSign.REPLACED, FaultSign.RUNS_EARLY, FaultSign.LOCAL_ALONE, FaultSign.NO_SEED, FaultSign.NEGATED,
)  # fmt: skip
_FAULTY = tuple(map(faults.first, _SIGNS))
_RIGHT, _HANGS = "right", "endless"
"""The names of the right file, and of the one that never ends."""


def site() -> Tree:
    """Return all files by path. Raises `PyodideMissing` if Pyodide is not on this machine."""
    parts = {**pyodide(), ENGINE: engine()}
    files: dict[str, bytes] = {
        **under(_PARTS, parts),
        f"{_PARTS}/{MANIFEST}": manifest({name: (name, len(content)) for name, content in parts.items()}),
        **under("static", _own_static()),
        **under("examples", example_texts()),
    }
    for language in LANGUAGES:
        with speaking(language):
            files |= {path: text(html) for path, html in _Pages(language).written()}
    return {**files, _WORKER: _service_worker(files)}


def example_titles() -> Mapping[str, str]:
    """The titles by name, in the current language."""
    titles = {slug: _(faults.load()[slug].title) for slug in _FAULTY}
    return {**titles, _HANGS: _("A loop that never ends"), _RIGHT: _("A right class")}


def example_texts() -> Tree:
    """The files by name."""
    wrong = {slug: edited(next(iter(faults.load()[slug].examples.values()))) for slug in _FAULTY}
    files = {**wrong, _HANGS: source() + _ENDLESS, _RIGHT: source()}
    return {f"{name}.py": text(_HEAD + code) for name, code in files.items()}


def _own_static() -> Tree:
    service = {name: file.content for name, file in _static.files().by_name.items()}
    return {**service, **{path.name: path.read_bytes() for path in _STATIC.iterdir() if path.name != _WORKER}}


def _service_worker(files: Tree) -> bytes:
    """The service worker, with the digests of all files and the list of those that are kept at once."""
    digests = {path: hashlib.sha256(content).hexdigest()[:_DIGITS] for path, content in files.items()}
    at_once = [path for path in files if path.startswith(_FIRST) and not path.startswith(_NOT_FIRST)]
    at_once += [path for path in files if path.endswith(_INDEX) or path.startswith("examples/")]
    code = (_STATIC / _WORKER).read_text(encoding="utf-8")
    engine_files = sorted(path for path in files if path.startswith(f"{_PARTS}/"))
    lists = json.dumps({"digests": digests, "first": sorted(at_once), "engine": engine_files}, sort_keys=True)
    return text(code.replace("__LISTS__", lists))


class _Pages(Frozen):
    """The pages of one language."""

    language: str

    @property
    def folder(self) -> str:
        """Return the folder of the language; English files are in none."""
        return "" if self.language == SOURCE else f"{self.language}/"

    def written(self) -> Iterator[tuple[str, str]]:
        """The path and content of each."""
        yield self._page("playground.html", _INDEX, examples=example_titles())
        yield self._page("faults.html", "faults.html", **fault_pages.shelf())
        yield self._page("suites.html", "suites.html", **suite_pages.shelf())
        for slug in faults.load():
            yield self._page("fault.html", f"faults/{slug}.html", **fault_pages.fault_page(slug))
            if is_drawn(slug):
                yield f"{self.folder}faults/{slug}.svg", picture(slug, self.language)
        for slug in suites.all_suites():
            yield self._page("suite_page.html", f"suites/{slug}.html", **suite_pages.suite_page(slug))

    def _page(self, template: str, name: str, **context: Any) -> tuple[str, str]:  # noqa: ANN401 - as for `render`
        up = "../" * name.count("/")
        root = up + "../" * self.folder.count("/")
        html = (
            _environment()
            .get_template(template)
            .render(
                static=partial(_static_url, root),
                root=root,
                up=up,
                here=name,
                languages=[(code, own, _of_language(root, code) + name) for code, own in LANGUAGES.items()],
                **context,
            )
        )
        return self.folder + name, relinked(html, up)


@cache
def _environment() -> Environment:
    made = environment(TEMPLATES, PAGES)
    made.filters["prose"] = prose
    made.globals["has_file"] = _static.has
    return made


def _static_url(root: str, name: str) -> str:
    return f"{root}static/{name}"


def _of_language(root: str, language: str) -> str:
    return root if language == SOURCE else f"{root}{language}/"
