"""Offers an import of a function that is used without one, or a function for a method that numbers lack."""

import ast
import builtins
from collections.abc import Container, Iterator

from ..model.primitives import MATH_FUNCTIONS
from ..repair.edit import Change, RewriteOffer, before, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.operation import OperationCode, operations
from ..repair.syntax import FUNCTIONS, found, names_bound, text
from .rule import spelled

_MODULES = {
    "math": "import math",
    "np": "import numpy as np",
    "numpy": "import numpy",
    "random": "import random",
    "deque": "from collections import deque",
    "defaultdict": "from collections import defaultdict",
}
_FUNCTIONS = (*MATH_FUNCTIONS, "sqrt")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to import names that mean nothing; then other functions where they are the wrong ones."""
    lines = [each for each in known.top_level if isinstance(each, ast.ImportFrom) and each.module == "math"]
    for node in _without_meaning(_MODULES, known):
        yield RewriteOffer("import", node, (_import_added(_MODULES[node.id], node, known),), detail=node.id)
    for node in _without_meaning(_FUNCTIONS, known) if lines else ():
        change = with_field(lines[0], "names", [*lines[0].names, ast.alias(node.id)])
        yield known.offer("import", node, change, detail=node.id)
    for operation in operations(known):
        for call in found(operation.function, ast.Call):
            if (new := _qualified(call, operation, imports_others=bool(lines))) is not None:
                yield operation.offer("qualify", known.tree.statement(call), new)


def _without_meaning(names: Container[str], known: SourceAnalysis) -> Iterator[ast.Name]:
    """Yield the first use of each of these names that nothing gives a value."""
    seen: set[str] = set()
    for node in known.nodes(ast.Name):
        is_open = node.id in names and node.id not in seen and node.id not in vars(known.value_class.module)
        if is_open and not _is_local(node, known):
            seen.add(node.id)
            yield node


def _is_local(node: ast.Name, known: SourceAnalysis) -> bool:
    """Whether a function around gives the name a value."""
    around = (inner for inner in known.tree.above(node) if isinstance(inner, FUNCTIONS))
    return any(node.id in names_bound(function) for function in around)


def _import_added(line: str, node: ast.AST, known: SourceAnalysis) -> Change:
    """Return the change that puts the import above the first statement that may have one above."""
    module = known.tree.module(node)
    return before(next(statement for statement in module.body if not _must_be_first(statement)), line)


def _must_be_first(statement: ast.stmt) -> bool:
    """Whether a statement is a docstring or a `__future__` import."""
    if isinstance(statement, ast.ImportFrom):
        return statement.module == "__future__"
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _qualified(call: ast.Call, operation: OperationCode, *, imports_others: bool) -> Change | None:
    """Return a change of `self.data.exp()`, and of `exp(self.data)` where `exp` is for nodes or nothing."""
    known = operation.known
    match call:
        case ast.Call(func=ast.Attribute(value=number, attr=name), args=[]) if name in _FUNCTIONS:
            if known.is_data(number) and text(number) in operation.data:
                return replaced(call, f"{spelled(name, known)}({text(number)})")
        case ast.Call(func=ast.Name() as function, args=[given]) if function.id in _FUNCTIONS:
            is_for_others = _is_for_others(function, known, imports_others=imports_others)
            if is_for_others and not operation.stands_for_operand(given):
                return replaced(function, spelled(function.id, known))
    return None


def _is_for_others(name: ast.Name, known: SourceAnalysis, *, imports_others: bool) -> bool:
    """Whether a name of a function is one of the submission's own, or of nothing."""
    thing = vars(known.value_class.module).get(name.id, getattr(builtins, name.id, None))
    is_own = getattr(thing, "__module__", None) == known.value_class.module.__name__
    return (is_own or (thing is None and not imports_others)) and not _is_local(name, known)
