"""The site of the documents has every page, its links lead somewhere, and nothing comes from elsewhere."""

import json
import re
from pathlib import Path
from posixpath import normpath

import pytest

from docs.site import build, reference

LINK = re.compile(r"\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)")
FENCED = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the tool is given."""
    folder = tmp_path_factory.mktemp("site")
    build.write(folder)
    return folder / "pages"


def anchors(page: Path) -> set[str]:
    """The names of the headings of a page, as the tool makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    plain = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings)
    return {re.sub(r"[\s-]+", "-", heading) for heading in plain}


def test_every_link_leads_to_a_page_and_a_heading_of_it(pages: Path) -> None:
    astray = []
    for page in sorted(pages.rglob("*.md")):
        for name, anchor in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
            target = Path(normpath(page.parent / name)) if name else page
            if not target.is_file() or (anchor and anchor not in anchors(target)):
                astray.append(f"{page.relative_to(pages)}: {name}#{anchor}")

    assert astray == []


def test_every_page_has_a_place_in_the_navigation_and_only_one(pages: Path) -> None:
    placed = re.findall(r"^ +- (.+\.md)$", build.navigation(pages), flags=re.MULTILINE)

    assert sorted(placed) == sorted(page.relative_to(pages).as_posix() for page in pages.rglob("*.md"))


def test_every_decision_is_in_the_list(pages: Path) -> None:
    listed = re.findall(r"\]\((.+?)\)", (pages / "decisions" / "index.md").read_text(encoding="utf-8"))

    assert sorted(listed) == sorted(page.name for page in (build.TOP / "docs" / "decisions").glob("*.md"))


def test_the_reference_has_every_operation() -> None:
    document = build.TOP / "docs" / "openapi.json"
    text = reference.reference(document)
    paths = json.loads(document.read_text(encoding="utf-8"))["paths"]

    for path, methods in paths.items():
        for method in methods:
            assert f"`{method.upper()} {path.removeprefix('/api/v1')}`" in text


@pytest.mark.parametrize(
    ("source", "is_loaded"),
    [
        ('<script src="https://example.org/x.js"></script>', True),
        ('<link rel="stylesheet" href="https://example.org/x.css">', True),
        ("@import 'https://example.org/x.css';", True),
        ("a { background: url(https://example.org/x.png) }", True),
        ('<a href="https://example.org">a link that somebody follows</a>', False),
        ('<script src="assets/x.js"></script>', False),
    ],
)
def test_what_another_host_would_send_is_found(tmp_path: Path, source: str, *, is_loaded: bool) -> None:
    page = tmp_path / "index.html"
    page.write_text(source, encoding="utf-8")

    assert build.loaded_from_elsewhere(tmp_path) == [page] * is_loaded
