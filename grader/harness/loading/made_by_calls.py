"""Finds classes and operations that a source makes by calls: of `type`, `setattr`, `exec` with a text."""

import ast
import contextlib
import opcode
import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

OPERATIONS = frozenset({"__add__", "__mul__", "add", "mul"})
"""A class that is graded has one of them, as a method or as a function beside it."""

_PARTS = ("add", "mul")
"""The words in the texts of a source whose operations have computed names."""
_MAKERS = frozenset({"make_dataclass", "new_class", "namedtuple", "NamedTuple", "__build_class__"})
_RUN_TEXT = frozenset({"exec", "eval", "compile"})
_NEW_CLASS_ARGUMENTS = 3
"""The least arguments that make a class: with fewer, `type` tells one, and `__new__` makes an object."""
_CALLS = {opcode.opmap[name] for name in ("CALL", "CALL_KW") if name in opcode.opmap}
_CALL_WITH_ANY = opcode.opmap["CALL_FUNCTION_EX"]
_STORE_ATTRIBUTE = opcode.opmap["STORE_ATTR"]


def may_make(code: types.CodeType) -> bool:
    """Whether code may make or rename a class other than by a statement: then its tree is asked."""
    names = {*code.co_names}
    if names & (_MAKERS | _RUN_TEXT) or stores(code, "__name__"):
        return True
    if "setattr" in names and "__name__" in code.co_consts:
        return True
    return bool(names & {"type", "__new__"}) and any(
        op == _CALL_WITH_ANY or (op in _CALLS and arguments >= _NEW_CLASS_ARGUMENTS)
        for op, arguments in _instructions(code)
    )


def stores(code: types.CodeType, name: str) -> bool:
    """Whether code assigns to an attribute of that name."""
    if name not in code.co_names:
        return False
    return (_STORE_ATTRIBUTE, code.co_names.index(name) & 0xFF) in _instructions(code)


def _instructions(code: types.CodeType) -> Iterator[tuple[int, int]]:
    """Yield each instruction of a code, with its argument."""
    return zip(code.co_code[::2], code.co_code[1::2], strict=True)


@dataclass
class MadeByCalls:
    """The things that calls in the tree of a source define."""

    makes: bool = False
    computes: bool = False
    run: list[types.CodeType] = field(default_factory=list)
    """Texts in the tree that the source runs, compiled."""

    @classmethod
    def of(cls, sources: Iterable[str | ast.Module]) -> "MadeByCalls":
        """Read each piece, as text or as a tree."""
        nodes = [node for source in sources for node in ast.walk(_tree(source))]
        calls = [node for node in nodes if isinstance(node, ast.Call)]
        names = {name for call in calls if (name := _name_called(call))}
        # What `exec` or `setattr` makes can be seen in texts alone.
        by_text = bool(names & {*_RUN_TEXT, "setattr"}) and any(map(_names_a_part, nodes))
        return cls(
            makes=any(map(_makes_class, calls)) or any(map(_renames, nodes)),
            computes=by_text or any(map(_names_operation, nodes)),
            run=list(_compiled(_run_texts(calls, nodes))),
        )


def _names_a_part(node: ast.AST) -> bool:
    """Whether a node is a text with the name of an operation."""
    return (
        isinstance(node, ast.Constant)
        and isinstance(text := node.value, str)
        and any(p in text for p in _PARTS)
    )


def _tree(source: str | ast.Module) -> ast.Module:
    """Return the tree of a source; an empty one where it has none."""
    if isinstance(source, ast.Module):
        return source
    with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.parse(source)
    return ast.Module([], [])


def _name_called(call: ast.Call) -> str | None:
    """Return the name of what is called."""
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", None)


def _makes_class(call: ast.Call) -> bool:
    """Whether a class comes of it: `type` and a metaclass take its name, its bases and its namespace."""
    name, arguments = _name_called(call), [*call.args, *call.keywords]
    if name in _MAKERS:
        return bool(arguments)
    if len(arguments) >= _NEW_CLASS_ARGUMENTS and [type(each) for each in call.args[1:3]] == [
        ast.Tuple,
        ast.Dict,
    ]:
        return True
    stars = any(isinstance(argument, ast.Starred) for argument in call.args)
    return (name in ("type", "__new__") or _is_type_call(call.func)) and (
        stars or len(arguments) >= _NEW_CLASS_ARGUMENTS
    )


def _is_type_call(function: ast.expr) -> bool:
    """Whether a function is `type(...)` itself, called again."""
    return isinstance(function, ast.Call) and _name_called(function) == "type"


def _renames(node: ast.AST) -> bool:
    """Whether a node gives something another name."""
    if isinstance(node, ast.Attribute):
        return node.attr == "__name__" and isinstance(node.ctx, ast.Store)
    return (
        isinstance(node, ast.Call)
        and _name_called(node) == "setattr"
        and "__name__" in map(_text_in, node.args)
    )


def _names_operation(node: ast.AST) -> bool:
    """Whether an operation is a key of a namespace, or given as a keyword."""
    if isinstance(node, ast.Dict):
        return any(_text_in(key) in OPERATIONS for key in node.keys)
    if isinstance(node, ast.keyword):
        return node.arg in OPERATIONS
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and _text_in(node.slice) in OPERATIONS
    )


def _text_in(node: ast.AST | None) -> str | None:
    """Return the text that a node is, if it is one."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _run_texts(calls: Iterable[ast.Call], nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the texts that are given to `exec`, themselves or by a name."""
    named: dict[str, list[str]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and (text := _text_in(node.value)) is not None:
            for target in node.targets:
                named.setdefault(getattr(target, "id", ""), []).append(text)
    for call in calls:
        if _name_called(call) in _RUN_TEXT and call.args:
            given = call.args[0]
            text = _text_in(given)
            yield from named.get(getattr(given, "id", ""), []) if text is None else [text]


def _compiled(texts: Iterable[str]) -> Iterator[types.CodeType]:
    """Yield the code of each text that can be compiled."""
    for text in texts:
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            yield compile(text, "", "exec", dont_inherit=True)
