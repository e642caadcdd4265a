"""Builds the site of the documents in `dist/site`: `make site`.

The pages are those of the repository. Links between them are written for the repository, so they are changed
on the way; the list of decisions and the reference of the REST interface are added. Nothing is loaded from
another host.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from docs.site.reference import reference

TOP = Path(__file__).parents[2]
HERE = Path(__file__).parent
SOURCE = TOP / "build" / "site"
SITE = TOP / "dist" / "site"
TUTORIALS = ("student", "instructor", "operator", "developer")
NAVIGATION = {
    "Start here": ("index", *(f"tutorials/{reader}" for reader in TUTORIALS)),
    "Use it": (
        "command-line",
        "fault-hunt",
        "playground",
        "lms",
        "packages",
        "Systems: packages/*",
        "formats",
        "rest",
        "rest-reference",
    ),
    "Run it": ("operating", "many-machines", "capacity", "settings", "sign-on", "security", "reporting"),
    "Know it": (
        "diagnosis",
        "other-graders",
        "architecture",
        "contributing",
        "changelog",
        "decisions/index",
        "All of them: decisions/*",
    ),
}
"""Sections, and their pages; `Title: folder/*` is a section of the other pages of a folder."""
OUTSIDE = {
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
}
"""Pages that stand above the folder `docs`, and their names on the site."""
_LINK = re.compile(r"(?<=\]\()(?!https?:|#)([^)\s#]+)((?:#[^)\s]*)?)(?=\))")
_LOADED = re.compile(
    r"<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc=[\"']?https?:"
    r"|<link\b(?=[^>]*\brel=[\"']?(?:stylesheet|preload|preconnect|icon))[^>]*\bhref=[\"']?https?:"
    r"|class=\"mermaid"  # for which the theme would load a library
    r"|url\([\"']?https?:|@import\s+[\"']https?:"
)
"""Markup that makes a browser load something from another host."""


def main() -> int:
    """Build it; status 1 if a link leads nowhere or a page would load something from another host."""
    write(SOURCE)
    zensical = str(Path(sys.executable).with_name("zensical"))
    done = subprocess.run([zensical, "build", "--strict", "--clean"], cwd=SOURCE, check=False)
    if done.returncode:
        return 1
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.move(SOURCE / "site", SITE)
    found = loaded_from_elsewhere(SITE)
    for path in found:
        print(f"loads something from another host: {path.relative_to(SITE)}", file=sys.stderr)
    print(f"{len(list(SITE.rglob('*.html')))} pages in {SITE.relative_to(TOP)}")
    return 1 if found else 0


def write(folder: Path) -> None:
    """Write the pages, the pictures and the configuration that Zensical reads."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = folder / "pages"
    for path in sources():
        goal = pages / placed(path)
        goal.parent.mkdir(parents=True, exist_ok=True)
        goal.write_text(linked(path), encoding="utf-8")
    shutil.copytree(TOP / "docs" / "images", pages / "images")
    shutil.copy(TOP / "docs" / "openapi.json", pages)
    shutil.copy(TOP / "LICENSE", pages / "LICENSE.txt")
    shutil.copy(HERE / "site.css", pages)
    (pages / "decisions" / "index.md").write_text(decisions(), encoding="utf-8")
    (pages / "rest-reference.md").write_text(reference(TOP / "docs" / "openapi.json"), encoding="utf-8")
    configuration = (HERE / "mkdocs.yml").read_text(encoding="utf-8")
    (folder / "mkdocs.yml").write_text(configuration + navigation(pages), encoding="utf-8")


def sources() -> list[Path]:
    """Every page of the repository that is one of the site."""
    return [*(TOP / name for name in OUTSIDE), *sorted((TOP / "docs").glob("**/*.md"))]


def placed(path: Path) -> str:
    """Where a file of the repository stands on the site."""
    name = path.relative_to(TOP).as_posix()
    if name == "README.md":
        return "index.md"
    if name == "docs/decisions":
        return "decisions/index.md"
    if name == "LICENSE":
        return "LICENSE.txt"
    return OUTSIDE.get(name, name.removeprefix("docs/"))


def linked(path: Path) -> str:
    """The text of a page, with links as they are on the site."""
    here = PurePosixPath(placed(path)).parent.as_posix()

    def changed(link: re.Match[str]) -> str:
        target = TOP / normpath((path.parent / link[1]).relative_to(TOP).as_posix())
        return relpath(placed(target), here) + link[2]

    return _LINK.sub(changed, path.read_text(encoding="utf-8"))


def decisions() -> str:
    """The page that lists all decisions, newest first."""
    lines = [
        "# Decisions",
        "",
        "Why Backgrade is built as it is, and what was tried instead. Newest first.",
        "",
    ]
    for path in sorted((TOP / "docs" / "decisions").glob("*.md"), reverse=True):
        title = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        number, _, name = title.partition(". ")
        lines.append(f"* [{number}: {name}]({path.name})")
    return "\n".join(lines) + "\n"


def navigation(pages: Path) -> str:
    """The sections of the site, as the configuration says them."""
    named = {f"{name}.md" for names in NAVIGATION.values() for name in names}
    lines = ["nav:"]
    for section, names in NAVIGATION.items():
        lines.append(f"  - {section}:")
        for name in names:
            title, _, folder = name.rpartition(": ")
            lines += _folder(title, folder, pages, named) if title else [f"      - {name}.md"]
    return "\n".join(lines) + "\n"


def _folder(title: str, pattern: str, pages: Path, named: set[str]) -> list[str]:
    found = (path.relative_to(pages).as_posix() for path in sorted(pages.glob(f"{pattern}.md")))
    return [f"      - {title}:", *(f"          - {page}" for page in found if page not in named)]


def loaded_from_elsewhere(site: Path) -> list[Path]:
    """The pages and styles that fetch something from another host."""
    files = (path for path in sorted(site.rglob("*")) if path.suffix in {".html", ".css"})
    return [path for path in files if _LOADED.search(path.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    raise SystemExit(main())
