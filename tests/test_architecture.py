"""The shape of the code: who may import whom, how modules are named, that everything public is explained."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from docs import rooms

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("suites", "grader", "submissions", "api", "backgrade")
HARNESS = ROOT / "grader" / "harness"
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))

DEFINITION = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def parse(path: Path) -> ast.Module:
    """Give the syntax tree of a source file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Give each import, at any depth, as its level (0: absolute) and the dotted name it starts from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""


def undocumented(tree: ast.Module) -> Iterator[str]:
    """Name the module, public classes and public functions (methods too) that lack a docstring."""
    if not ast.get_docstring(tree):
        yield "the module"
    bodies: list[ast.Module | ast.ClassDef] = [tree]
    while bodies:
        for node in bodies.pop().body:
            if not isinstance(node, DEFINITION) or node.name.startswith("_"):
                continue
            if not ast.get_docstring(node):
                yield f"{node.name} (line {node.lineno})"
            if isinstance(node, ast.ClassDef):
                bodies.append(node)


def offenders(paths: list[Path], rule: Callable[[Path], object]) -> dict[str, object]:
    """Give by file what a rule has to say of it, of those files of which it has something to say."""
    told = {str(path.relative_to(ROOT)): rule(path) for path in paths}
    return {name: what for name, what in told.items() if what}


MARKS = {"_", "N_", "gettext", "ngettext", "npgettext", "pgettext"}


def hidden_texts(path: Path) -> list[int]:
    """Lines with a text inside an f-string: Babel does not look there before Python 3.12."""
    return [
        call.lineno
        for string in ast.walk(parse(path))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MARKS
        if call.args and isinstance(call.args[0], ast.Constant)
    ]


def test_no_text_hides_in_an_f_string() -> None:
    assert offenders(MODULES, hidden_texts) == {}


def test_the_rooms_are_drawn_as_they_are() -> None:
    page = rooms.PAGE.read_text(encoding="utf-8")
    assert rooms.with_rooms(page) == page, "run: .venv/bin/python docs/rooms.py"


def test_there_is_code_to_look_at() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in MODULES} == set(PACKAGES)
    assert any(HARNESS in path.parents for path in MODULES)


def test_harness_needs_only_the_standard_library() -> None:
    def strangers(path: Path) -> list[str]:
        depth = len(path.relative_to(HARNESS).parts)  # more dots than this would leave the harness
        return [
            "." * level + name
            for level, name in imports(parse(path))
            if (level > depth if level else name.partition(".")[0] not in sys.stdlib_module_names)
        ]

    assert offenders([path for path in MODULES if HARNESS in path.parents], strangers) == {}


DATA = {ROOT / "tests" / folder for folder in ("corpus", "redteam", "bad_input")}
"""Files to be graded: they are no code of ours."""


def places_of_classes() -> dict[str, list[Path]]:
    """Give by name of a class the modules that define one, without data and without modules of tests."""
    folders = [ROOT / name for name in (*PACKAGES, "bench", "tests")]
    modules = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    places: dict[str, list[Path]] = {}
    for path in modules:
        if path.name.startswith("test_") or not DATA.isdisjoint(path.parents):
            continue
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(path.relative_to(ROOT))
    return places


def is_mirror(paths: list[Path]) -> bool:
    """Whether a REST document has the name of the one class below the edge that it shows."""
    edge, below = (
        [path for path in paths if path.parts[0] == "api"],
        [p for p in paths if p.parts[0] in PACKAGES[:3]],
    )
    return len(paths) == 2 and len(below) == 1 and [path.parts[:2] for path in edge] == [("api", "rest")]


def test_a_name_means_one_class() -> None:
    twice = {name: paths for name, paths in places_of_classes().items() if len(paths) > 1}

    assert {name: list(map(str, paths)) for name, paths in twice.items() if not is_mirror(paths)} == {}


QUERIES = frozenset(
    ["add", "add_all", "begin_nested", "delete", "execute", "flush", "get", "get_one", "merge", "query"]
) | {"refresh", "scalar", "scalars"}
"""What is asked of a session where somebody reads or writes by it."""


def queries(tree: ast.Module) -> list[str]:
    """Say where a module reads or writes the database by itself, or takes what is needed for it."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "sqlalchemy":
            names = {alias.name for alias in node.names}
            if node.module != "sqlalchemy.exc" and (node.module, names) != ("sqlalchemy.orm", {"Session"}):
                found.append(f"line {node.lineno}: from {node.module} import {', '.join(sorted(names))}")
        if isinstance(node, ast.Import) and any(each.name.startswith("sqlalchemy") for each in node.names):
            found.append(f"line {node.lineno}: import sqlalchemy")
        if isinstance(node, ast.Attribute) and node.attr in QUERIES:
            of = node.value
            name = of.id if isinstance(of, ast.Name) else of.attr if isinstance(of, ast.Attribute) else ""
            if name.endswith("session"):
                found.append(f"line {node.lineno}: {name}.{node.attr}")
    return found


def test_the_edge_opens_sessions_and_hands_them_on() -> None:
    edge = [path for path in MODULES if ROOT / "api" in path.parents]

    assert offenders(edge, lambda path: queries(parse(path))) == {}


RIGHTS = frozenset({"require", "require_in", "require_operator", "require_scope"})


def test_the_edge_decides_nothing_about_rights() -> None:
    """`may` is asked there for what a page offers; what is done asks by itself. Machines are no callers."""

    def decisions(path: Path) -> list[str]:
        return [
            f"line {node.lineno}: {node.func.id}"
            for node in ast.walk(parse(path))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RIGHTS
        ] + [
            f"line {node.lineno}: hint_rung"
            for node in ast.walk(parse(path))
            if isinstance(node, ast.Attribute) and node.attr == "hint_rung" and "_form" not in path.name
        ]

    machines = ROOT / "api" / "ops"
    edge = [path for path in MODULES if ROOT / "api" in path.parents and machines not in path.parents]

    assert offenders(edge, decisions) == {}


PARTS = {
    "submissions.outward.outbox": {
        "courses/grades/changes.py",
        "connect/lms/launches.py",
        "connect/lms/passback.py",
        "connect/lms/contexts.py",
        "connect/lms/copied_courses.py",
    },
    "submissions.courses.grades.facts": {"teaching/figures/rebuild.py", "operating/term/storing.py"},
    "submissions.courses.grades.stored_facts": {
        "teaching/figures/rebuild.py",
        "grading/work/housekeeping.py",
    },
    "GradeChange()": {"courses/grades/changes.py"},
    "NoticeKind.GRADE_CHANGED": {"courses/grades/changes.py"},
    "WebhookEvent.GRADED": {"courses/grades/changes.py", "connect/webhooks/endpoints.py"},
    "WebhookEvent.REGRADED": {"courses/grades/changes.py", "connect/webhooks/endpoints.py"},
    "WebhookEvent.OVERRIDDEN": {"courses/grades/changes.py", "connect/webhooks/endpoints.py"},
}
"""What follows where a grade changes, and who may see to it alone, by path below `submissions`.

Platforms are sent a grade, too, when they begin to want it; facts are repaired where some are missing;
and courses choose which events they are told of.
"""


def parts_of_a_change(tree: ast.Module) -> set[str]:
    """Say which of the parts a module names."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found.add(f"{node.func.id}()")
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found.add(f"{node.value.id}.{node.attr}")
    return found & PARTS.keys()


def test_grades_change_through_one_door() -> None:
    """Whoever changes a grade works inside `grades.changes.changing`, which does all that follows."""
    room = ROOT / "submissions"

    def past_the_door(path: Path) -> list[str]:
        name = str(path.relative_to(room))
        found = parts_of_a_change(parse(path))
        if path.parent == room / "courses" / "grades":
            found -= {"submissions.courses.grades.facts", "submissions.courses.grades.stored_facts"}
        return sorted(each for each in found if name not in PARTS[each])

    assert offenders([path for path in MODULES if room in path.parents], past_the_door) == {}


def test_a_way_past_the_door_would_be_seen() -> None:
    wrong = ast.parse(
        "from submissions.outward import events, outbox\n"
        "from submissions.courses.grades import facts\n"
        "from submissions.courses.grades.stored_facts import follow\n"
        "events.publish(s, c, WebhookEvent.REGRADED, {}, now=now)\n"
        "s.add(GradeChange())\n"
    )

    assert parts_of_a_change(wrong) == {
        "submissions.outward.outbox",
        "submissions.courses.grades.facts",
        "submissions.courses.grades.stored_facts",
        "WebhookEvent.REGRADED",
        "GradeChange()",
    }


def test_queries_at_the_edge_would_be_seen() -> None:
    wrong = ast.parse(
        "from sqlalchemy import select\n"
        "def page(session, self): return session.get(X, 1), self.session.scalars(select(X))\n"
    )
    right = ast.parse("from sqlalchemy.orm import Session\nfrom sqlalchemy.exc import SQLAlchemyError\n")

    assert len(queries(wrong)) == 3
    assert queries(right) == []


def test_nothing_of_the_product_imports_torch() -> None:
    def torches(path: Path) -> list[str]:
        absolute = [name for level, name in imports(parse(path)) if not level]
        return [name for name in absolute if name.partition(".")[0] == "torch"]

    assert offenders(MODULES, torches) == {}


def test_docker_folder_does_not_hide_the_docker_library() -> None:
    assert not (ROOT / "docker" / "__init__.py").exists()


def test_modules_are_named_after_what_they_hold() -> None:
    nothing = {"utils", "util", "helpers", "helper", "common", "misc"}

    assert offenders(MODULES, lambda path: nothing.intersection(path.with_suffix("").parts)) == {}


def test_everything_public_has_a_docstring() -> None:
    assert offenders(MODULES, lambda path: list(undocumented(parse(path)))) == {}


def test_make_finds_the_files_of_marked_tests_by_their_words(request: pytest.FixtureRequest) -> None:
    """It collects only files that name what a mark is about: others would be left out unseen."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    words = dict(re.findall(r"-m (\w+) .*call naming,([^)]+)\)", makefile))
    assert set(words) == {"oracle", "container"}

    unseen = {
        item.path.name
        for item in request.session.items
        for mark, pattern in words.items()
        if item.get_closest_marker(mark)
        and not re.search(rf"\b({pattern})\b", item.path.read_text(encoding="utf-8"))
    }
    assert unseen == set()


WHAT_IS_LOADED = """
import sys
from api.command import main

status = 0
try:
    status = main() or 0
except SystemExit as stop:
    status = stop.code or 0
finally:
    loaded = [name for name in ("torch", "fastapi", "sqlalchemy", "pydantic") if name in sys.modules]
    print("\\nstatus", status, "loaded", *loaded)
"""


@pytest.mark.parametrize("arguments", [["--help"], ["check", "answer.py"]], ids=["help", "check"])
def test_command_line_loads_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "answer.py").write_text("x = 1\n", encoding="utf-8")
    program = [sys.executable, "-c", WHAT_IS_LOADED, *arguments]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    status, loaded = done.stdout.splitlines()[-1].removeprefix("status ").split(" loaded")
    assert status in {"0", "1", "2"}
    assert not loaded.split()
