"""The static site: every link leads to a file of it, nothing comes from another host, it is not too large."""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from pathlib import PurePosixPath

import pytest

from api.browser.folders import VENDOR
from api.browser.pyodide import PyodideMissing, pyodide
from api.i18n import LANGUAGES
from api.playground.check import check
from api.playground.links import relinked
from api.playground.site import example_texts
from grader import faults
from tests.thorough import at_length
from tests.world.playground_site import site_once
from tests.world.pyodide import lacking

pytestmark = pytest.mark.usefixtures("without_callbacks")

LARGEST = 8_500_000
"""Bytes that a browser asks for until it can check a file, over a server that packs nothing."""
NOT_ASKED = ("static/vendor/plot.js", "static/vendor/licenses.txt", "static/engine/README.md")

needs_pyodide = pytest.mark.skipif(bool(lacking()), reason=lacking())


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    return site_once(tmp_path_factory)


Tags = Sequence[tuple[str, Mapping[str, str]]]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, Mapping[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))


@pytest.fixture(scope="module")
def pages(files: Mapping[str, bytes]) -> Mapping[str, Tags]:
    """Of the files that are pages, the tags with their attributes: to make trees takes four times as long."""
    return {name: _tags(content.decode()) for name, content in files.items() if name.endswith(".html")}


@needs_pyodide
def test_every_link_leads_to_a_file_and_none_to_another_host(
    files: Mapping[str, bytes], pages: Mapping[str, Tags]
) -> None:
    wrong = [
        (name, link)
        for name, page in pages.items()
        for link in _links(page)
        if link and _resolved(name, link) not in files
    ]
    assert wrong == []


@needs_pyodide
def test_every_fault_and_every_language_has_its_page(files: Mapping[str, bytes]) -> None:
    for slug in faults.load():
        assert {f"faults/{slug}.html", f"es/faults/{slug}.html"} <= files.keys()
    for language in LANGUAGES:
        folder = "" if language == "en" else f"{language}/"
        assert f'<html lang="{language}">' in files[f"{folder}index.html"].decode()


@needs_pyodide
def test_pages_run_nothing_that_stands_in_them(pages: Mapping[str, Tags]) -> None:
    for name, tags in pages.items():
        policies = [each for _, each in tags if each.get("http-equiv") == "Content-Security-Policy"]
        assert policies, name
        assert "default-src 'none'" in policies[0]["content"]
        assert "unsafe-inline" not in policies[0]["content"]
        assert not [each for tag, each in tags if tag == "script" and not each.get("src")], name
        assert not [tag for tag, each in tags if "style" in each], name


@needs_pyodide
def test_what_a_browser_asks_for_is_below_the_budget(files: Mapping[str, bytes]) -> None:
    asked = [n for n in files if n.startswith(("static/", "index.html")) and n not in NOT_ASKED]
    assert sum(len(files[name]) for name in asked) <= LARGEST


@needs_pyodide
def test_the_engine_is_sent_without_what_no_browser_needs(files: Mapping[str, bytes]) -> None:
    names = zipfile.ZipFile(io.BytesIO(files["static/engine/engine.zip"])).namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops & {"fastapi", "sqlalchemy", "pydantic", "torch", "numpy", "rich"} == set()
    assert {"grader", "suites", "api", "jinja2", "msgspec"} <= tops
    assert "grader/harness/lock/lock.py" not in names


@needs_pyodide
def test_the_engine_can_write_large_numbers_in_each_language(files: Mapping[str, bytes]) -> None:
    names = zipfile.ZipFile(io.BytesIO(files["static/engine/engine.zip"])).namelist()
    assert {"babel/numbers.py", *(f"babel/locale-data/{each}.dat" for each in LANGUAGES)} <= set(names)


@at_length
@needs_pyodide
def test_the_same_code_gives_the_same_site(files: Mapping[str, bytes]) -> None:
    again = pyodide()
    assert again == {name: files[f"static/engine/{name}"] for name in again}


def test_without_pyodide_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.browser.pyodide.VENDOR", VENDOR / "nowhere")
    with pytest.raises(PyodideMissing):
        pyodide()


def test_the_wheel_for_the_browser_has_the_version_that_runs_here() -> None:
    root = VENDOR.parents[1] / "requirements"
    pinned = re.search(r"^msgspec==\S+", (root / "run.txt").read_text(), re.MULTILINE)
    assert pinned
    assert pinned[0] in (root / "browser.txt").read_text()


@pytest.mark.parametrize("name", example_texts())
def test_an_example_has_what_its_name_says(name: str) -> None:
    slug = name.removesuffix(".py")
    result = check(name, example_texts()[name], "en")
    assert result["causes"] == ([] if slug in ("right", "endless") else [slug])
    assert (result["earned"] == result["possible"]) == (slug in ("right", "endless"))


def test_a_file_with_numpy_is_left_to_a_server() -> None:
    assert check("value.py", b"import numpy as np\n\nclass Value: pass\n", "en")["needs_server"]


def test_without_a_diagnosis_a_result_says_so_where_something_failed() -> None:
    with_causes = check("value.py", example_texts()["overwritten_gradient.py"], "en")
    without = check("value.py", example_texts()["overwritten_gradient.py"], "en", diagnose=False)
    assert (without["earned"], without["causes"]) == (with_causes["earned"], [])
    assert "our diagnosis stopped" in without["html"]
    assert "our diagnosis stopped" not in with_causes["html"]
    right = check("value.py", example_texts()["right.py"], "en", diagnose=False)
    assert "our diagnosis stopped" not in right["html"]


def test_a_result_promises_no_inputs_that_were_not_drawn() -> None:
    html = check("value.py", example_texts()["right.py"], "en")["html"]
    assert "never seen" in html
    assert "Each one was also tried" not in html


def test_a_result_does_not_say_that_there_is_no_wall() -> None:
    assert "--trust-this-file" not in check("value.py", example_texts()["right.py"], "en")["html"]


def test_addresses_of_the_service_become_files() -> None:
    html = '<a href="/faults/wrong_sign#hints">x</a><a href="/suites">y</a><img src="/faults/a/picture.svg">'
    assert relinked(html, "../") == (
        '<a href="../faults/wrong_sign.html#hints">x</a><a href="../suites.html">y</a>'
        '<img src="../faults/a.svg">'
    )


def _tags(source: str) -> Tags:
    reader = _Reader()
    reader.feed(source)
    reader.close()
    return reader.tags


def _links(tags: Tags) -> list[str]:
    found = [each for tag, each in tags if tag in ("a", "link", "script", "img")]
    return [(each.get("href") or each.get("src") or "").partition("#")[0] for each in found]


def _resolved(page: str, link: str) -> str:
    parts: list[str] = list(PurePosixPath(page).parent.parts)
    for part in link.split("/"):
        if part == "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join([*parts, "index.html"] if link.endswith("/") else parts)
