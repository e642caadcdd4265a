"""Right classes of the corpus with bodies of methods cut away: how a class looks while it is written."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.harness.model.dialect_names import BACKWARD_NAMES
from grader.unfinished import BACKWARD, CONSTRUCTOR, CORE, REFLECTED, RULE
from suites import PRIMITIVES

BODIES = {
    "pass": "pass",
    "todo": "# TODO: write this\npass",
    "dots": "...",
    "docstring": '"""Later."""',
    "none": "return None",
    "raises": "raise NotImplementedError",
    "raises_text": 'raise NotImplementedError("to do")',
}
_OF_METHODS = {
    "__init__": CONSTRUCTOR,
    **dict.fromkeys(BACKWARD_NAMES, BACKWARD),
    **{primitive.method: op for op, primitive in PRIMITIVES.items()},
    **{primitive.reflected: REFLECTED + op for op, primitive in PRIMITIVES.items() if primitive.reflected},
}


@dataclass(frozen=True)
class HalfDone:
    """A class of which the first parts are written."""

    source: str
    written: tuple[str, ...]
    lines: dict[str, int]
    """By part that is cut, the line of what stands for its body; with a docstring alone, of its `def`."""


def prefixes(source: str, name: str, body: str) -> Iterator[HalfDone]:
    """The class of this name with ever more of its parts written, in the order in which one writes them."""
    methods = _methods(source, name)
    parts = sorted(
        methods, key=lambda part: (CORE.index(part) if part in CORE else len(CORE), methods[part].lineno)
    )
    for written in range(len(parts)):
        yield _cut(source, {part: methods[part] for part in parts[written:]}, tuple(parts[:written]), body)


def without_rules(source: str, name: str, body: str) -> Iterator[HalfDone]:
    """The class with the body of one rule after the other cut away, then of all of them."""
    methods = {part: method for part, method in _methods(source, name).items() if part in PRIMITIVES}
    rules = {RULE + part: rule for part, method in methods.items() if (rule := _rule(method))}
    each = [{part: rule} for part, rule in rules.items()]
    yield from (_cut(source, cut, (), body) for cut in ([*each, rules] if rules else []))


def _methods(source: str, name: str) -> dict[str, ast.FunctionDef]:
    """The last method of the class for each part."""
    classes = [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef) and node.name == name
    ]
    own = [node for cls in classes for node in cls.body if isinstance(node, ast.FunctionDef)]
    return {_OF_METHODS[node.name]: node for node in own if node.name in _OF_METHODS}


def _rule(method: ast.FunctionDef) -> ast.FunctionDef | None:
    inner = [node for node in method.body if isinstance(node, ast.FunctionDef)]
    return inner[0] if len(inner) == 1 else None


def _cut(source: str, functions: dict[str, ast.FunctionDef], written: Sequence[str], body: str) -> HalfDone:
    lines = source.split("\n")
    places: dict[str, int] = {}
    for part, function in sorted(functions.items(), key=lambda each: -each[1].lineno):
        first, new = function.body[0], body.split("\n")
        start = first.lineno - 1
        if head := lines[start][: first.col_offset].strip():  # its body is on the line of its `def`
            indent = " " * (function.col_offset + 4)
            kept = [" " * function.col_offset + head]
        else:
            indent, kept = " " * first.col_offset, []
        cut = [*kept, *(indent + line for line in new)]
        places = {
            other: line + len(cut) - (function.end_lineno or 0) + start for other, line in places.items()
        }
        lines[start : function.end_lineno] = cut
        first_line = min([function.lineno, *(each.lineno for each in function.decorator_list)])
        places[part] = first_line if body.startswith('"') else start + len(cut)
    return HalfDone("\n".join(lines), tuple(written), places)
