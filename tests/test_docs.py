"""What the documents say is so."""

import ast
import inspect
import re
import shlex
from functools import cache
from pathlib import Path

import pytest

import backgrade
from api import commands, packages
from api.commands._parser import parser
from grader.assignment import CHOICES, assignment
from grader.harness.lock.seccomp import TABLES
from tests.offenders import for_each

TOP = Path(__file__).parent.parent
PAGES = sorted([*TOP.glob("*.md"), *TOP.glob("docs/**/*.md")])
DECISIONS = sorted(TOP.glob("docs/decisions/*.md"))
DATE = r"\d{1,2} [A-Z][a-z]+ \d{4}"
IN_FORCE = rf"In force, {DATE}(; changed {DATE}: .+)?"
REPLACED = rf"Replaced by \[\d+\]\(\d{{4}}-[\w-]+\.md\) {DATE}: .+"
STATUS = re.compile(rf"\*\*Status\.\*\* ({IN_FORCE}|{REPLACED})\.")
FILE_NAME = re.compile(r"\.?\w[\w.-]*(/[\w.-]+)+/?|\w[\w-]*\.(css|html|js|json|md|po|py|sh|toml|txt)")
NOT_OURS = {".git", ".venv", "node_modules"}
README = (TOP / "README.md").read_text(encoding="utf-8")
COMMAND_LINE = (TOP / "docs" / "command-line.md").read_text(encoding="utf-8")
MAKEFILE = (TOP / "Makefile").read_text(encoding="utf-8")


@for_each("page", PAGES, ids=lambda page: str(page.relative_to(TOP)))
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text(encoding="utf-8"))

    assert [link for link in links if not (page.parent / link).exists()] == []


@for_each("page", PAGES, ids=lambda page: str(page.relative_to(TOP)))
def test_no_page_installs_us_by_a_name_that_no_index_has(page: Path) -> None:
    assert not re.search(r"(?:pip|pipx|uv) install '?backgrade\b", page.read_text(encoding="utf-8"))


@for_each("page", PAGES, ids=lambda page: str(page.relative_to(TOP)))
def test_every_file_that_is_named_exists(page: Path) -> None:
    folders = "grader|suites|api|submissions|tests|bench|examples|docs"
    names = re.findall(rf"`((?:{folders})/[\w./<>]+)`", page.read_text(encoding="utf-8"))

    assert [name for name in names if not any(TOP.glob(re.sub(r"<\w+>", "*", name).rstrip("/")))] == []


@for_each("page", DECISIONS, ids=lambda page: page.name)
def test_a_decision_has_the_number_of_its_file(page: Path) -> None:
    number, _, _ = page.name.partition("-")

    assert page.read_text(encoding="utf-8").startswith(f"# {int(number)}. ")


def test_no_two_decisions_have_one_number() -> None:
    numbers = [page.name.partition("-")[0] for page in DECISIONS]

    assert [number for number in numbers if numbers.count(number) > 1] == []


@for_each("page", DECISIONS, ids=lambda page: page.name)
def test_a_decision_says_below_its_title_whether_it_is_in_force(page: Path) -> None:
    _, blank, status, *_ = page.read_text(encoding="utf-8").splitlines()

    assert blank == ""
    assert STATUS.fullmatch(status), status


@for_each("page", DECISIONS, ids=lambda page: page.name)
def test_every_file_that_a_decision_names_exists_under_that_name(page: Path) -> None:
    """A decision may leave out the first folders of a path."""
    spans = re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8"))
    names = [span.rstrip("/") for span in spans if FILE_NAME.fullmatch(span)]

    assert [name for name in names if f"/{name}\n" not in files()] == []


@cache
def files() -> str:
    """The paths of all files and folders, each between a slash and the end of its line."""
    below = [each for each in TOP.iterdir() if each.name not in NOT_OURS]
    return "".join(f"/{path.relative_to(TOP)}\n" for each in below for path in (each, *each.rglob("*")))


def test_the_page_of_the_command_line_has_every_command() -> None:
    named = set(re.findall(r"^    (?:\.venv/bin/)?backgrade ([\w-]+)", COMMAND_LINE, flags=re.MULTILINE))

    assert named == set(commands.names())


def test_every_make_target_that_is_named_exists() -> None:
    for page in PAGES:
        for target in re.findall(r"^    make ([\w-]+)", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
            assert re.search(rf"^{target}:", MAKEFILE, flags=re.MULTILINE), f"{page.name}: make {target}"


def test_the_page_of_the_command_line_has_every_stage_in_its_table() -> None:
    assert set(re.findall(r"^\| `([\w-]+)` \|", COMMAND_LINE, flags=re.MULTILINE)) == set(CHOICES)


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


TARGETS = sorted((TOP / "docs" / "packages").glob("*.md"))
LINE, QUOTED = re.compile(r"^    backgrade (.+)$", re.MULTILINE), re.compile(r"`backgrade ([^`]+)`")


def test_every_system_has_a_page_and_the_list_names_it() -> None:
    assert {page.stem for page in TARGETS} == {*packages.names(), "notebooks"}
    for page in TARGETS:
        assert f"](packages/{page.name})" in (TOP / "docs" / "packages.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", TARGETS, ids=lambda page: page.stem)
def test_pages_of_systems_are_alike(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    sections = ["What it is for", "Five steps", "What students see", "What is locked", "How to update"]
    assert re.findall(r"^## (.+)$", text, flags=re.MULTILINE) == sections
    assert re.findall(r"^(\d)\. ", text, flags=re.MULTILINE) == list("12345")
    assert f"](../images/packages/{page.stem}.png)" in text
    assert f"](../images/packages/{page.stem}-export.svg)" in text
    assert (TOP / "docs" / "images" / "packages" / f"{page.stem}-export.svg").stat().st_size < 40_000


@pytest.mark.parametrize("page", [*TARGETS, TOP / "docs" / "packages.md"], ids=lambda page: page.stem)
def test_every_command_on_them_is_one(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    for line in [*LINE.findall(text), *QUOTED.findall(text)]:
        command, *arguments = shlex.split(line)
        assert command in commands.names()
        if arguments:
            assert parser().parse_args([command, *arguments]).command == command


def test_the_examples_for_notebooks_call_it_rightly() -> None:
    text = (TOP / "docs" / "packages" / "notebooks.md").read_text(encoding="utf-8")

    for example in re.findall(r"```python\n(.+?)```", text, flags=re.DOTALL):
        calls = [node for node in ast.walk(ast.parse(example)) if isinstance(node, ast.Call)]
        (check,) = [call for call in calls if ast.unparse(call.func) == "backgrade.check"]
        options = {each.arg: each for each in check.keywords if each.arg}
        inspect.signature(backgrade.check).bind(*check.args, **options)
