"""What belongs to an operation is not used for it: `"relu": sigmoid_rule`, `return Tanh.apply(self)`."""

import ast
from collections.abc import Iterator

from ..model.operation_words import operation_named, operation_of_text
from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import named_operations, operations
from ..repair.syntax import inside
from .codes import recorded


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the right name in tables, whose keys name the operation, and in methods, whose names do."""
    own = _things(known)
    yield from _left_out(own, known)
    for op, table_entry in _entries(known):
        yield from _of(table_entry, op, "rule", own)
    for operation in named_operations(known):
        for node in operation.own if operation.is_of_class else ():
            if isinstance(node, ast.Name):
                yield from _of(node, operation.sign, "forward", own)


def _of(node: ast.Name, op: str, rewrite: str, own: dict[str, list[str]]) -> Iterator[RewriteOffer]:
    """Its own in the place of another's."""
    spoken = next((each for each, names in own.items() if node.id in names), op)
    for name in own.get(op, [])[:1] if spoken != op else ():
        yield RewriteOffer(rewrite, node, (replaced(node, ast.Name(name, ast.Load())),), op, 0, "namesake")


def _things(known: SourceAnalysis) -> dict[str, list[str]]:
    """Functions and classes beside the graded one, by the operation that their names speak of."""
    found: dict[str, list[str]] = {}
    for statement in known.top_level:
        name = statement.name if isinstance(statement, ast.FunctionDef | ast.ClassDef) else ""
        if (op := operation_named(name)) is not None:
            found.setdefault(op, []).append(name)
    return found


def _left_out(own: dict[str, list[str]], known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """A table of rules has no entry for the code that an operation records, although there is a rule."""
    for table in _tables(known):
        held = {value.id for value in table.values if isinstance(value, ast.Name)}
        unused = {op: names[0] for op, names in own.items() if held and held.isdisjoint(names)}
        keys = {key.value for key in table.keys if isinstance(key, ast.Constant)}
        for operation in operations(known):
            if (name := unused.get(operation.sign)) is None:
                continue
            for code in recorded(operation):
                if code.value not in keys:
                    entry = ast.Dict([*table.keys, code], [*table.values, ast.Name(name, ast.Load())])
                    new = ast.copy_location(entry, table)
                    yield RewriteOffer(
                        "attach", table, (replaced(table, new),), operation.sign, detail="code"
                    )


def _entries(known: SourceAnalysis) -> Iterator[tuple[str, ast.Name]]:
    """Yield operations with the names that tables give for them."""
    for table in _tables(known):
        for key, value in zip(table.keys, table.values, strict=True):
            text = key.value if isinstance(key, ast.Constant) else None
            op = operation_of_text(text) if isinstance(text, str) else None
            if op is not None and isinstance(value, ast.Name):
                yield op, value


def _tables(known: SourceAnalysis) -> list[ast.Dict]:
    return [node for statement in known.top_level for node in inside(statement) if isinstance(node, ast.Dict)]
