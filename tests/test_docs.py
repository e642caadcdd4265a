"""What the documents say is so."""

import re
from pathlib import Path

import pytest

from api import commands
from grader.assignment import CHOICES, assignment
from grader.harness.seccomp import TABLES

TOP = Path(__file__).parent.parent
PAGES = sorted([*TOP.glob("*.md"), *TOP.glob("docs/**/*.md")])
README = (TOP / "README.md").read_text(encoding="utf-8")
MAKEFILE = (TOP / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TOP)))
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text(encoding="utf-8"))

    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TOP)))
def test_every_file_that_is_named_exists(page: Path) -> None:
    folders = "grader|suites|api|submissions|tests|bench|examples|docs"
    names = re.findall(rf"`((?:{folders})/[\w./<>]+)`", page.read_text(encoding="utf-8"))

    assert [name for name in names if not any(TOP.glob(re.sub(r"<\w+>", "*", name).rstrip("/")))] == []


def test_every_command_of_the_readme_exists() -> None:
    named = set(re.findall(r"^    (?:\.venv/bin/)?backgrade (\w+)", README, flags=re.MULTILINE))

    assert named == set(commands.names())


def test_every_make_target_that_is_named_exists() -> None:
    for page in PAGES:
        for target in re.findall(r"^    make ([\w-]+)", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
            assert re.search(rf"^{target}:", MAKEFILE, flags=re.MULTILINE), f"{page.name}: make {target}"


def test_the_readme_has_every_stage_in_its_table() -> None:
    assert set(re.findall(r"^\| `([\w-]+)` \|", README, flags=re.MULTILINE)) == set(CHOICES)


def test_the_number_of_graphs_is_about_what_the_readme_says() -> None:
    (claimed,) = re.findall(r"graded on (\d+) graphs", README)
    graphs = sum(len(suite.graphs) for suite in assignment("full").suites)

    assert abs(graphs - int(claimed)) <= 5


def test_the_filter_has_as_many_calls_as_the_documents_say() -> None:
    calls = {len(table.allowed) + len(table.without_exec) for table in TABLES.values()}
    said = {
        int(n)
        for page in PAGES
        for n in re.findall(r"filter of (\d+) calls", page.read_text(encoding="utf-8"))
    }

    assert said == calls
