"""A function of a module is used that was not imported, or asked of a number that has no such method."""

import ast
import builtins
from collections.abc import Iterator

from ..model.primitives import MATH_FUNCTIONS
from ..repair.edit import Change, before, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import OperationCode, operations
from ..repair.syntax import FUNCTIONS, expression, inside, statements, text

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
    """Names that mean nothing; functions that are the wrong ones."""
    yield from _missing(known)
    yield from _not_named(known)
    for operation in operations(known):
        for node in operation.nodes:
            if isinstance(node, ast.Call) and (change := _qualified(node, operation)) is not None:
                statement = known.tree.statement(node)
                yield RewriteOffer("qualify", statement, (change,), operation.sign)


def _missing(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """One offer a module, at its first use."""
    names = known.value_class.module.__dict__
    seen: set[str] = set()
    for function in known.functions:
        for node in inside(function):
            if (
                not isinstance(node, ast.Name)
                or node.id not in _MODULES
                or node.id in names
                or node.id in seen
            ):
                continue
            seen.add(node.id)
            if not _is_local(node, known):
                change = _imported(_MODULES[node.id], node, known)
                yield RewriteOffer("import", node, (change,), detail=node.id)


def _not_named(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """A function that an import of others from its module leaves out."""
    lines = [
        statement
        for statement in known.top_level
        if isinstance(statement, ast.ImportFrom) and statement.module == "math"
    ]
    seen: set[str] = set()
    for function in known.functions if lines else ():
        for node in inside(function):
            name = node.id if isinstance(node, ast.Name) else ""
            if name in _FUNCTIONS and name not in seen and not _has_meaning(node, name, known):
                seen.add(name)
                change = with_field(lines[0], "names", [*lines[0].names, ast.alias(name)])
                yield RewriteOffer("import", node, (change,), known.attribution.operation(node), detail=name)


def _has_meaning(node: ast.AST, name: str, known: SourceAnalysis) -> bool:
    assert isinstance(node, ast.Name)
    return name in known.value_class.module.__dict__ or _is_local(node, known)


def _is_local(node: ast.Name, known: SourceAnalysis) -> bool:
    around = [inner for inner in known.tree.above(node) if isinstance(inner, FUNCTIONS)]
    for definition in (inner for function in around for inner in inside(function)):
        # One test for each way in which Python binds a name in a function.
        if isinstance(definition, ast.alias) and (definition.asname or definition.name) == node.id:
            return True
        if isinstance(definition, ast.arg) and definition.arg == node.id:
            return True
        if (
            isinstance(definition, ast.Name)
            and definition.id == node.id
            and isinstance(definition.ctx, ast.Store)
        ):
            return True
    return False


def _imported(line: str, node: ast.AST, known: SourceAnalysis) -> Change:
    """The import above the first statement of the module that may have one above."""
    module = known.tree.module(node)
    first = next(statement for statement in module.body if not _must_be_first(statement))
    return before(first, *statements(line, first))


def _must_be_first(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.ImportFrom):
        return statement.module == "__future__"
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _qualified(call: ast.Call, operation: OperationCode) -> Change | None:
    """`self.data.exp()`, and `exp(self.data)` where `exp` is for nodes or nothing."""
    function, known = call.func, operation.known
    if isinstance(function, ast.Attribute) and _asks_a_number(function, operation) and not call.args:
        number = ast.unparse(function.value)
        return replaced(call, expression(f"{_spelled(function.attr, known)}({number})", call))
    if not isinstance(function, ast.Name) or function.id not in _FUNCTIONS or len(call.args) != 1:
        return None
    if _is_for_others(function, known) and not _is_node(call.args[0], operation):
        return replaced(function, expression(_spelled(function.id, known), function))
    return None


def _asks_a_number(function: ast.Attribute, operation: OperationCode) -> bool:
    is_known = function.attr in _FUNCTIONS and operation.known.is_data(function.value)
    return is_known and text(function.value) in operation.data


def _is_for_others(name: ast.Name, known: SourceAnalysis) -> bool:
    """Whether a name of a function is one of the submission's own, or of nothing."""
    thing = known.value_class.module.__dict__.get(name.id, getattr(builtins, name.id, None))
    is_own = getattr(thing, "__module__", None) == known.value_class.module.__name__
    return (is_own or (thing is None and not _imports_others(known))) and not _is_local(name, known)


def _imports_others(known: SourceAnalysis) -> bool:
    return any(
        isinstance(statement, ast.ImportFrom) and statement.module == "math" for statement in known.top_level
    )


def _is_node(node: ast.expr, operation: OperationCode) -> bool:
    return text(node) in {*operation.operands, *operation.parameters}


def _spelled(name: str, known: SourceAnalysis) -> str:
    """How the source can call a function."""
    names = known.value_class.module.__dict__
    for module in ("math", "np", "numpy"):
        if hasattr(names.get(module), name):
            return f"{module}.{name}"
    return name if type(names.get(name)) is type(len) else f"__import__('math').{name}"
