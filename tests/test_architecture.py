"""The shape of the code: who may import whom, how modules are named, that everything public is explained."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("suites", "grader", "submissions", "api")
HARNESS = ROOT / "grader" / "harness"
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))

DEFINITION = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


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


def each_module(paths: list[Path]) -> pytest.MarkDecorator:
    """Run a test once for each file, under the file's own name."""
    return pytest.mark.parametrize("path", paths, ids=[str(path.relative_to(ROOT)) for path in paths])


def test_there_is_code_to_look_at() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in MODULES} == set(PACKAGES)
    assert any(HARNESS in path.parents for path in MODULES)


@each_module([path for path in MODULES if HARNESS in path.parents])
def test_harness_needs_only_the_standard_library(path: Path) -> None:
    depth = len(path.relative_to(HARNESS).parts)  # more dots than this would leave the harness
    strangers = [
        "." * level + name
        for level, name in imports(parse(path))
        if (level > depth if level else name.partition(".")[0] not in sys.stdlib_module_names)
    ]
    assert not strangers


@each_module([path for path in MODULES if path != ROOT / "grader" / "oracle.py"])
def test_only_the_oracle_imports_torch(path: Path) -> None:
    assert "torch" not in {name.partition(".")[0] for level, name in imports(parse(path)) if not level}


def test_docker_folder_does_not_hide_the_docker_library() -> None:
    assert not (ROOT / "docker" / "__init__.py").exists()


@each_module(MODULES)
def test_modules_are_named_after_what_they_hold(path: Path) -> None:
    parts = path.relative_to(ROOT).with_suffix("").parts
    assert {"utils", "util", "helpers", "helper", "common", "misc"}.isdisjoint(parts)


@each_module(MODULES)
def test_everything_public_has_a_docstring(path: Path) -> None:
    assert not list(undocumented(parse(path)))


WHAT_IS_LOADED = """
import sys
from api.command import main

status = 0
try:
    status = main() or 0
except SystemExit as stop:
    status = stop.code or 0
finally:
    loaded = [name for name in ("torch", "fastapi", "sqlalchemy") if name in sys.modules]
    print("\\nstatus", status, "loaded", *loaded)
"""


@pytest.mark.parametrize("arguments", [["--help"], ["check", "answer.py"]], ids=["help", "check"])
def test_command_line_loads_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "answer.py").write_text("x = 1\n", encoding="utf-8")
    program = [sys.executable, "-c", WHAT_IS_LOADED, *arguments]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    status, loaded = done.stdout.splitlines()[-1].removeprefix("status ").split(" loaded")
    assert status in {"0", "1", "2"}
    assert not loaded.split()
