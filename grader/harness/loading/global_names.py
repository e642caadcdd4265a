"""Tells which names of its module the code of a class or function looks up."""

import ast
import symtable
from collections.abc import Iterator

from .effects import Function, defined_in
from .source import Cell

Definition = ast.ClassDef | Function


class GlobalNames:
    """The global names of every definition of a source, as Python's compiler sees them."""

    def __init__(self, cells: list[Cell], trees: list[ast.Module | None]) -> None:
        self._tables: dict[Definition, symtable.SymbolTable] = {}
        for cell, tree in zip(cells, trees, strict=True):
            if tree is not None:
                table = symtable.symtable(cell.text, cell.file, "exec")
                by_place = {(inner.get_name(), inner.get_lineno()): inner for inner in table.get_children()}
                self._tables |= {node: by_place[node.name, node.lineno] for node in defined_in(tree.body)}

    def of(self, definition: Definition) -> set[str]:
        """Return what its code, and that of the functions inside it, looks up in the module."""
        return set(_looked_up(self._tables[definition]))


def _looked_up(table: symtable.SymbolTable) -> Iterator[str]:
    """Yield the global names of a table of symbols, and of those inside it."""
    yield from (symbol.get_name() for symbol in table.get_symbols() if symbol.is_global())
    for inner in table.get_children():
        yield from _looked_up(inner)
