"""Says why a file has no class to grade, where its form tells: what it is, or where its class stands."""

import ast
import codecs
import json
import re
import sys
from collections.abc import Iterator
from typing import Any, TypeGuard

from .constructor import has_constructor, misnamed_constructor
from .effects import FUNCTIONS, defined_in, is_main_block
from .hidden import hidden_methods
from .modules import is_stand_in
from .nodes import walk
from .source import Cell, parsed

Reason = dict[str, Any]

_CAN_BE_TOLD = frozenset({"empty", "null-byte", "encoding", "notebook", "syntax", "no-class", "exception"})
_OPERATIONS = frozenset({"__add__", "__mul__", "__radd__", "__rmul__"})
_NAMES = frozenset({"Value", "Scalar", "Variable", "Tensor", "Var", "Node"})
_USUAL = "Value"
_FIRST_BYTES = (
    (b"%PDF", "pdf"),
    (b"{\\rtf", "document"),
    (b"\xd0\xcf\x11\xe0", "document"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"\x1f\x8b", "archive"),
    (b"7z\xbc\xaf", "archive"),
    (b"Rar!", "archive"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ZIP, _OF_A_DOCUMENT = b"PK\x03\x04", (b"word/", b"mimetypeapplication/vnd.oasis.opendocument.text")
_WEB_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head)\b", re.IGNORECASE)
_DIFF = re.compile(rb"^(?:diff --git |--- [^\n]*\n\+\+\+ )", re.MULTILINE)
_HUNK = b"\n@@ -"
_CLASS = re.compile(r"^[ \t]*class[ \t]+\w[^\n]*:", re.MULTILINE)
_OPERATION = re.compile(r"\bdef[ \t]+__r?(?:add|mul)__\b")
_QUOTES = "“”‘’„«»"  # noqa: RUF001 - what is looked for
_OF_PYTHON_3_12 = re.compile(r"\s*(type\s+\w+\s*(\[.*\]\s*)?=|(async\s+)?(def|class)\s+\w+\[)")
"""`type Number = int | float`, `def first[T](...)`: before that version, a line that cannot be read."""
_MESSAGES = {
    "tabs": ("inconsistent use of tabs",),
    "python-2": ("Missing parentheses in call to", "multiple exception types must be parenthesized"),
    "indent": ("unexpected indent",),
    "unindent": ("unindent does not match",),
    "no-block": ("expected an indented block",),
    "colon": ("expected ':'",),
    "bracket": ("'(' was never closed", "'[' was never closed", "'{' was never closed"),
}
"""How the messages of Python begin that name an accident."""


def refusal(problem: Reason, text: bytes, cells: list[Cell], *, notebook: bool) -> Reason:
    """Return the problem of a file without a class; one that says more where something is known."""
    if problem["kind"] not in _CAN_BE_TOLD:
        return problem
    try:
        return _reason(problem, text, cells, notebook=notebook) or problem
    except Exception:  # the submission has run, and may have replaced anything of the standard library
        return problem


def _reason(problem: Reason, text: bytes, cells: list[Cell], *, notebook: bool) -> Reason | None:
    """Return why there is no class: what the file is, or where its class stands."""
    if (kind := _file_type(text, notebook=notebook)) is not None:
        return {"kind": "file-type", "type": kind}
    if problem["kind"] == "syntax":
        return {**problem, **(_accident(problem, cells) or {})}
    reason = (
        _misnamed_method(cells) or _outside_of_class(cells) or (_in_text_cell(text) if notebook else None)
    )
    reason = reason or _unreached(cells) or _class_imported(cells)
    return {"kind": "no-class", **reason} if reason else None


def _file_type(text: bytes, *, notebook: bool) -> str | None:
    """Return what it is, if it is neither Python nor a notebook, or has the name of the other."""
    # First bytes come before text: an archive or a web page may contain a notebook or a diff.
    if by_bytes := _type_by_first_bytes(text):
        return by_bytes
    if notebook:
        return "python" if not _json(text) and _is_python(text) else None
    if _notebook_cells(_json(text)):
        return "notebook"
    diff = _DIFF.search(text)
    return "diff" if diff and _HUNK in text[diff.end() :] and not _is_python(text) else None


def _type_by_first_bytes(text: bytes) -> str | None:
    """Return what a file is that shows it in its first bytes."""
    if text.startswith(_ZIP):
        return "document" if any(name in text for name in _OF_A_DOCUMENT) else "archive"
    kind = next((kind for first, kind in _FIRST_BYTES if text.startswith(first)), None)
    return "web-page" if kind is None and _WEB_PAGE.match(text) else kind


def _json(text: bytes) -> Any:
    """Return the content of a file that is JSON; None for another."""
    try:
        return json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None


def _notebook_cells(notebook: Any) -> list[dict[str, Any]]:
    """Return the cells of a notebook; none of anything else."""
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    found = cells if isinstance(cells, list) else []
    return [cell if isinstance(cell, dict) else {} for cell in found]


def _is_python(text: bytes) -> bool:
    """Whether Python can read it, and it defines something."""
    tree = parsed(Cell("value.py", text.decode("utf-8-sig", "replace")))
    return tree is not None and any(defined_in(tree.body))


def _accident(problem: Reason, cells: list[Cell]) -> Reason | None:
    """Return why Python cannot read it, where many files have had the same by accident."""
    message, number = problem.get("message", ""), problem.get("cell")
    text = next((cell.text for cell in cells if cell.number == number), "")
    lines = text.split("\n")
    if (first := _line_with("<" * 7, lines)) and _line_with(">" * 7, lines):
        return {"type": "merge-markers", "line": first, "column": 0}
    if fence := _line_with("```", lines):
        return {"type": "fence", "line": fence, "column": 0}
    [line] = lines[problem.get("line", 0) - 1 :][:1] or [""]
    kind = _accident_in(line, message)
    return {"type": kind} if kind else None


def _accident_in(line: str, message: str) -> str | None:
    """Return the accident that a line and what Python says of it show."""
    if message.startswith("invalid character") and any(quote in message for quote in _QUOTES):
        return "quotes"
    if _OF_PYTHON_3_12.match(line):
        return "python-3.12"
    if line.lstrip().startswith(">>>"):
        return "prompt"
    return next((kind for kind, starts in _MESSAGES.items() if message.startswith(starts)), None)


def _line_with(mark: str, lines: list[str]) -> int:
    """Return the first line that begins with it, from 1; 0 where none does."""
    return next((number for number, line in enumerate(lines, 1) if line.startswith(mark)), 0)


def _misnamed_method(cells: list[Cell]) -> Reason | None:
    """Return a class without a constructor, and the method that was meant as one."""
    classes = [(cell, node) for cell, node in _statements(cells) if isinstance(node, ast.ClassDef)]
    likely = [pair for pair in classes if _computes(pair[1])] or [p for p in classes if p[1].name in _NAMES]
    for cell, node in likely:
        if (method := misnamed_constructor(node)) is not None:
            names = {"function": method.name[:80], "classes": [node.name[:80]]}
            return {"type": "constructor-name", **names, "line": method.lineno, **_place_in(cell)}
        hidden = next((each for each in hidden_methods(node) if each.method.name == "__init__"), None)
        if hidden is not None and not has_constructor(node):
            names = {"function": "__init__", "message": hidden.inside[:80]}
            return {"type": "inside", **names, "line": hidden.method.lineno, **_place_in(cell)}
    return None


def _outside_of_class(cells: list[Cell]) -> Reason | None:
    """Return a constructor below its class instead of inside it."""
    cls = ""
    for cell, statement in _statements(cells):
        if isinstance(statement, ast.ClassDef):
            cls = statement.name
        elif cls and isinstance(statement, FUNCTIONS) and statement.name == "__init__":
            names = {"function": statement.name, "classes": [cls[:80]]}
            return {"type": "outside", **names, "line": statement.lineno, **_place_in(cell)}
    return None


def _in_text_cell(text: bytes) -> Reason | None:
    """Return a class in a cell that is not run."""
    for number, cell in enumerate(_notebook_cells(_json(text)), 1):
        if cell.get("cell_type") != "code" and (line := _class_line(_joined(cell.get("source", "")))):
            return {"type": "text-cell", "cell": number, "line": line}
    return None


def _joined(source: Any) -> str:
    """Return the source of a cell as one text."""
    return source if isinstance(source, str) else "".join(map(str, source))


def _class_line(text: str) -> int:
    """Return the line of a class with operations in a text; 0 where there is none."""
    found = _CLASS.search(text)
    return 1 + text.count("\n", 0, found.start()) if found and _OPERATION.search(text) else 0


def _unreached(cells: list[Cell]) -> Reason | None:
    """Return a class that is not there when the source has run."""
    statements = list(_statements(cells))
    reached = defined_in([statement for _, statement in statements if not is_main_block(statement)])
    if any(_computes(node) for node in reached):
        return None
    found = ({**reason, **_place_in(cell)} for cell, each in statements if (reason := _out_of_reach(each)))
    return next(found, None)


def _statements(cells: list[Cell]) -> Iterator[tuple[Cell, ast.stmt]]:
    """Yield the statements of all cells, each with its cell."""
    for cell in cells:
        if (tree := parsed(cell)) is not None:
            yield from ((cell, statement) for statement in tree.body)


def _place_in(cell: Cell) -> Reason:
    """Return the number of a cell, if it has one."""
    return {} if cell.number is None else {"cell": cell.number}


def _computes(node: ast.AST) -> TypeGuard[ast.ClassDef]:
    """Whether a node is a class with an operation."""
    return isinstance(node, ast.ClassDef) and any(
        isinstance(method, FUNCTIONS) and method.name in _OPERATIONS for method in node.body
    )


def _out_of_reach(statement: ast.stmt) -> Reason | None:
    """Return where a class stands in a statement that does not define it."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        text = statement.value.value
        line = _class_line(text) if isinstance(text, str) else 0
        return {"type": "string", "line": statement.lineno + line - 1} if line else None
    inner = next((node for node in walk(statement) if _computes(node)), None)
    if inner is None:
        return None
    if isinstance(statement, FUNCTIONS):
        return {"type": "function", "function": statement.name[:80], "line": inner.lineno}
    return {"type": "main", "line": inner.lineno} if is_main_block(statement) else None


def _class_imported(cells: list[Cell]) -> Reason | None:
    """Return a class that another file has."""
    nodes = [(cell, node) for cell, statement in _statements(cells) for node in walk(statement)]
    if any(_computes(node) for _, node in nodes):
        return None
    used = _used_names([node for _, node in nodes])
    imports = [(cell, node) for cell, node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    for cell, node in sorted(imports, key=lambda pair: (pair[0].number or 0, pair[1].lineno)):
        if (found := _import_of_a_class(node, used)) is not None:
            module, name = found
            names = {"message": module[:80], "classes": [name]}
            return {"type": "import", **names, "line": node.lineno, **_place_in(cell)}
    return None


def _used_names(nodes: list[ast.AST]) -> list[str]:
    """Return the usual names of classes in `Value` and `engine.Value` that the file does not define."""
    defined = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    plain = [node.id for node in nodes if isinstance(node, ast.Name)]
    of_modules = [node.attr for node in nodes if isinstance(node, ast.Attribute)]
    return [name for name in (*plain, *of_modules) if name in _NAMES and name not in defined]


def _import_of_a_class(node: ast.Import | ast.ImportFrom, used: list[str]) -> tuple[str, str] | None:
    """Return the module that the graded class seems to be imported from, and the name of the class."""
    names = [alias.name for alias in node.names]
    if isinstance(node, ast.Import):
        return _import_of_its_module(names, used)
    module = "." * node.level + (node.module or "")
    if name := next(filter(_NAMES.__contains__, names), ""):
        return module, name
    if names != ["*"] or not used:
        return None
    return (module, used[0]) if node.level or _is_absent(module) else None


def _import_of_its_module(modules: list[str], used: list[str]) -> tuple[str, str] | None:
    """Return the absent module behind whose name the class is used, as in `engine.Value`, and its name."""
    absent = list(filter(_is_absent, modules))
    return (absent[0], _USUAL) if absent and _USUAL in used else None


def _is_absent(module: str) -> bool:
    """Whether a stand-in was imported for a module."""
    return is_stand_in(sys.modules.get(module))
