"""How long something lasts is said in one block a room, named by what ends, so that a guess finds it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.test_architecture import MODULES, ROOT, parse

_UNIT = re.compile("_?(MOMENT|SECOND|MINUTE|HOUR|DAY|WEEK)")
_NAMED = re.compile("_?([A-Z_]*_)?(SECONDS|TIMEOUT|LASTS)|[A-Z_]+_MILLISECONDS")
_SAID = re.compile("(Milliseconds|Seconds|Minutes|Hours)[ .;]")
_HARNESS = ("grader", "harness")
_ELSEWHERE = (
    "submissions/migrations/",
    # What students of the demo term do, and when, is its content.
    "submissions/operating/term/",
    # The queues: how they wait, rest and look again is said where it is done, and only there.
    *(f"submissions/grading/work/{name}.py" for name in ("housekeeping", "mailing", "stillness")),
    *(f"submissions/jobs/{name}.py" for name in ("clock", "retries")),
    *(f"submissions/connect/webhooks/{name}.py" for name in ("outbound", "post", "sender")),
    *(f"submissions/connect/lms/{name}.py" for name in ("parcels", "sender")),
)


def room(path: Path) -> Path:
    """Give the folder whose durations stand together: one of the rooms that ARCHITECTURE.md shows."""
    parts = path.relative_to(ROOT).parts[:-1]
    return Path(*parts[: 3 if parts[:2] == _HARNESS else 2])


def durations(path: Path) -> set[str]:
    """Give the durations of a module: literals, and numbers whose name or docstring has a unit."""
    tree = parse(path)
    named = {id(node.value): name for node, name in _assigned(tree)}
    literal = (node for node in ast.walk(tree) if _is_literal(node))
    lengths = {ast.unparse(node) for node in literal if not _is_unit(node, named.get(id(node)))}
    return lengths | {
        name
        for (node, name), after in zip(_assigned(tree), _after(tree), strict=True)
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, int | float)
        if _NAMED.fullmatch(name) or _SAID.match(after)
    }


def _assigned(tree: ast.Module) -> list[tuple[ast.Assign, str]]:
    return [(each, ast.unparse(each.targets[0])) for each in tree.body if isinstance(each, ast.Assign)]


def _after(tree: ast.Module) -> Iterator[str]:
    """Yield the docstring below each assignment."""
    for each, below in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(each, ast.Assign):
            yield ast.unparse(below).strip("'\"") if isinstance(below, ast.Expr) else ""


def _is_literal(node: ast.AST) -> bool:
    """Whether a node is a length of time, other than none at all, that is written down there."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != "timedelta":
        return False
    numbers = [*node.args, *(each.value for each in node.keywords)]
    return bool(numbers) and all(isinstance(each, ast.Constant) and each.value for each in numbers)


def _is_unit(node: ast.AST, name: str | None) -> bool:
    """Whether it is one minute, hour or day that is counted with: it ends nothing."""
    assert isinstance(node, ast.Call)
    is_one = [ast.unparse(each.value) for each in node.keywords] == ["1"]
    return is_one and (name is None or bool(_UNIT.fullmatch(name)))


def test_durations_of_a_room_stand_in_one_block() -> None:
    places: dict[Path, dict[str, set[str]]] = {}
    for path in MODULES:
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(_ELSEWHERE) and (told := durations(path)):
            places.setdefault(room(path), {})[name] = told
    assert {each: found for each, found in places.items() if len(found) > 1} == {}
    blocks = {f"{each.as_posix()}/durations.py" for each in places if (ROOT / each / "durations.py").exists()}
    assert blocks == {name for found in places.values() for name in found if name.endswith("/durations.py")}


def test_each_duration_has_a_name_of_its_own() -> None:
    names = [name for path in MODULES if path.name == "durations.py" for _, name in _assigned(parse(path))]
    assert sorted(names) == sorted(set(names))


def test_the_rule_sees_durations(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        "_DAY = timedelta(days=1)\n"
        "KEPT = timedelta(hours=1)\n"
        "_LOOK_SECONDS = 3.0\n"
        "LEAST = 4\n"
        '"""Seconds until then."""\n'
        "MOST = 5\n"
        "def ends(at): return at + timedelta(minutes=5) - timedelta(days=1) + timedelta(0)\n"
    )
    assert durations(module) == {"timedelta(hours=1)", "timedelta(minutes=5)", "_LOOK_SECONDS", "LEAST"}
