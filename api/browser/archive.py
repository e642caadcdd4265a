"""The Python that runs in the browser: the engine, what shows its results, and what both need.

A process of its own shows which modules of other packages are needed: it checks a file in every language.
"""

import json
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

from api.browser.folders import PAGES, TEMPLATES, VENDOR
from api.i18n import LANGUAGES, SOURCE
from api.i18n._catalogue import compiled, compiled_path
from api.packages._tree import Tree, text, zipped
from api.rendering.markup import PARTIALS

ENGINE = "engine.zip"

_ROOT = Path(__file__).parents[2]
_WHOLE = ("grader", "suites", "api/words", "api/report_view")
"""Folders of ours in which any module may be asked for."""
_NEVER = (
    "grader/harness/lock/", "grader/sandbox/contain", "grader/sandbox/image", "grader/fault_matrix",
    "suites/certificates/",
)  # fmt: skip
_DATA = {".py", ".md", ".json", ".txt", ".css"}
_BUILT = ("pydantic_core/", "msgspec/")
"""Packages that are compiled for this machine: their wheels for the browser are unpacked instead."""
_ESCAPES, _IN_PYTHON = "markupsafe/__init__.py", "markupsafe/_native.py"
"""A module that escapes HTML, and its part for where nothing is compiled."""
_SEE = """
import json, sys
from api.i18n import LANGUAGES, number, speaking
from api.playground.check import check
from api.browser.folders import PAGES
for language in LANGUAGES:
    check("value.py", (PAGES / "example.txt").read_bytes(), language)
    with speaking(language):
        number(1234.5)  # what is known of a language is read where a number is large, or has a fraction
files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
from babel import localedata
locales = [localedata.resolve_locale_filename(name) for name in localedata._cache]
print(json.dumps([file for file in files if file] + locales))
"""


def engine() -> bytes:
    """The archive; the same code gives the same bytes."""
    return zipped({**_ours(), **_others(), **_wheels(), **_metadata(), **_catalogues()})


def _ours() -> Tree:
    files = [path for folder in _WHOLE for path in (_ROOT / folder).rglob("*") if path.suffix in _DATA]
    files += [path for folder in (PAGES, PARTIALS, TEMPLATES) for path in folder.glob("*.html")]
    named = {path.relative_to(_ROOT).as_posix(): path for path in files}
    return {name: path.read_bytes() for name, path in named.items() if not name.startswith(_NEVER)}


def _others() -> dict[str, bytes]:
    """Return the modules that a check imports, ours and those of other packages."""
    found = {}
    for path in map(Path, json.loads(_module_files())):
        if path.suffix not in (".py", ".dat") or (name := _name(path)) is None or name.startswith(_BUILT):
            continue
        found[name] = path.read_bytes()
        if name == "babel/core.py":
            found["babel/global.dat"] = (path.parent / "global.dat").read_bytes()
        if name == _ESCAPES:
            found[_IN_PYTHON] = (path.parent / "_native.py").read_bytes()
    return found


def _module_files() -> str:
    """The files of the modules of a check."""
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(_ROOT)!r})\n{_SEE}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _name(path: Path) -> str | None:
    """The path of a file below the folder that it is imported from; None for the standard library."""
    if path.is_relative_to(_ROOT) and "site-packages" not in path.parts:
        return path.relative_to(_ROOT).as_posix()
    if "site-packages" not in path.parts:
        return None
    place = len(path.parts) - path.parts[::-1].index("site-packages")
    return "/".join(path.parts[place:])


def _wheels() -> dict[str, bytes]:
    """Return the packages that are compiled for the browser."""
    found: dict[str, bytes] = {}
    for path in sorted(VENDOR.glob("*.whl")):
        with zipfile.ZipFile(path) as wheel:
            names = [name for name in wheel.namelist() if not name.endswith("/")]
            found |= {name: wheel.read(name) for name in names if ".dist-info/" not in name}
    return found


def _metadata() -> Tree:
    """The version of Backgrade, for reports."""
    number = version("backgrade")
    content = f"Metadata-Version: 2.1\nName: backgrade\nVersion: {number}\n"
    return {f"backgrade-{number}.dist-info/METADATA": text(content)}


def _catalogues() -> Tree:
    """The messages of other languages, ready to be read."""
    names = {each: compiled_path(each).relative_to(_ROOT).as_posix() for each in LANGUAGES if each != SOURCE}
    return {name: compiled(language) for language, name in names.items()}
