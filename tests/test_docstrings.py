"""Docstrings begin with a verb or with a noun phrase that names the thing, room by room."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("suites", "grader", "submissions", "api", "backgrade")
# Openings without a subject. "Whether" is allowed (a yes or no), and "Where", "When", "Why", "How" are too.
WITHOUT_SUBJECT = re.compile(
    r"(Those|The same|What|Whatever|Which|Who|Whose|Whom|That|So|As|Of|By|In|For|From|With|Without|On|At|To"
    r"|Up|Over|Under|Above|Below|Beside|Between|Before|After|Until|Around|Else|Inside|Once|Not|Never|Asked"
    r"|Allowed|Called|Kept|Played|Raised|Said|Shown|Told)\b"
)
# A room that is not named here has none. The rooms of `submissions` count as one: they are on the move.
COUNTS = {
    "submissions": 63,
}


def documented(tree: ast.Module) -> Iterator[str]:
    """Yield the docstrings of the functions, methods, classes and attributes of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
        if isinstance(node, ast.ClassDef | ast.Module):
            for line, after in zip(node.body, node.body[1:], strict=False):
                match line, after:
                    case ast.Assign() | ast.AnnAssign(), ast.Expr(ast.Constant(str(text))):
                        yield text


def room(path: Path) -> str:
    """Return the first two parts of the dotted name of a module."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[0] if parts[0] == "submissions" else ".".join(parts[:2])


def without_subject() -> dict[str, list[str]]:
    """Return by room the docstrings that begin without a subject, each after its file."""
    found: dict[str, list[str]] = {}
    for path in (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))):
        for text in documented(ast.parse(path.read_text(encoding="utf-8"))):
            if WITHOUT_SUBJECT.match(text.strip()):
                found.setdefault(room(path), []).append(f"{path.relative_to(ROOT)}: {text.strip()[:60]}")
    return found


def test_no_room_has_more_docstrings_without_a_subject() -> None:
    found = without_subject()

    too_many = {name: texts for name, texts in found.items() if len(texts) > COUNTS.get(name, 0)}
    assert too_many == {}, "begin these docstrings with a verb or a noun phrase"
    counts = {name: len(texts) for name, texts in found.items()}
    assert counts == COUNTS, "lower the number: these rooms have fewer than COUNTS says"
