"""`parameters()` returns every parameter, once, in one list."""

import ast
from collections.abc import Iterator

from ..repair.edit import HERE, Change, RewriteOffer, after, before, ending, replaced, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.syntax import LOOPS, Definition, expression, inside, is_call, names_of, statements, text
from ._units import UnitSource, returns, units

_NAME = "parameters-added"


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer all of them, of each class that lists parameters; then a list where a class has none."""
    found = list(units(known))
    for unit in found:
        for method in unit.listing:
            yield from (RewriteOffer(_NAME, at, changes) for at, changes in _completed(unit, method, known))
    yield from _flat(found, known)
    for name in dict.fromkeys(method.name for unit in found for method in unit.listing):
        yield from _own(found, name, known)


def _own(found: list[UnitSource], name: str, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a list for one class that has none, and for all of them together."""
    without = [unit for unit in found if not any(unit.listing)]
    lists = [each for unit in without for each in _own_lists(unit, name, known.class_name)]
    yield from (RewriteOffer(_NAME, at, (change,), detail="own") for at, change in lists)
    if len(lists) > 1:
        changes = dict(reversed(lists))  # the first of each class
        yield RewriteOffer(_NAME, lists[0][0], tuple(changes.values()), detail="own")


def _completed(
    unit: UnitSource, method: Definition, known: SourceAnalysis
) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the places that leave parameters out, each with the changes that put them in."""
    yield from _with_unread(unit, method)
    yield from ((at, (change,)) for at, change in _returned(method))
    for node in inside(method):
        if isinstance(node, ast.Subscript):
            yield from _uncut(node, known)
        elif isinstance(node, ast.Return) and node.value is not None:
            yield from _behind_the_loop(node, known)
        elif isinstance(node, ast.Assign) and (loop := known.tree.nearest(node, LOOPS)) is not None:
            yield from _added_to(node, loop)
        elif isinstance(node, ast.Break):
            yield node, (replaced(node),)


def _returned(method: Definition) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the changes that return what a method without a result computes, or builds as a list."""
    if any(isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) for node in inside(method)):
        return
    last = method.body[-1]
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.BinOp | ast.List | ast.ListComp):
        yield last, replaced(last, f"return {text(last.value)}")
    for node in method.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield last, after(last, f"return {node.targets[0].id}")


def _flat(found: list[UnitSource], known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer that each level joins the lists of the one below, which are of nodes."""
    methods = [method for unit in found for method in unit.listing]
    flat = [each for method in methods for each in (*_of_nodes(method, known), *_flattened(method))]
    if flat:
        yield RewriteOffer(_NAME, flat[0][0], tuple(change for _, change in flat), detail="flat")


def _of_nodes(method: Definition, known: SourceAnalysis) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the changes that list nodes in place of their gradients, or of their numbers."""
    for node in inside(method):
        entries = [node.elt] if isinstance(node, ast.ListComp) else getattr(node, "elts", [])
        for entry in entries:
            if isinstance(entry, ast.Attribute) and entry.attr in (known.grad, known.data):
                yield entry, replaced(entry, entry.value)


def _flattened(method: Definition) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the changes that join lists of parameters, in place of a list of such lists."""
    for node in inside(method):
        match node:
            case ast.ListComp(ast.ListComp(ast.Call(ast.Attribute(attr=name)) as call, [inner]), [loop]) if (
                name == method.name
            ):
                loops = " ".join(f"for {text(each.target)} in {text(each.iter)}" for each in (loop, inner))
                yield node, replaced(node, f"[each {loops} for each in {text(call)}]")
                return
            case ast.ListComp(ast.Call(ast.Attribute(attr=name)) as call, [loop]) if name == method.name:
                new = f"[each for {text(loop.target)} in {text(loop.iter)} for each in {text(call)}]"
                yield node, replaced(node, new)
            case ast.Call(ast.Attribute(attr="append") as grow, [ast.Call(ast.Attribute(attr=name))]) if (
                name == method.name
            ):
                yield node, with_field(grow, "attr", "extend")


def _added_to(node: ast.Assign, loop: ast.AST) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the changes to let a list grow, if a loop assigns it again and again."""
    target = node.targets[0]
    if isinstance(target, ast.Name):
        added = ast.copy_location(ast.AugAssign(target, ast.Add(), node.value), node)
        yield node, (replaced(node, added),)
        if isinstance(loop, ast.For):
            yield node, (before(loop, f"{target.id} = []"), replaced(node, added))


def _with_unread(unit: UnitSource, method: Definition) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the change to list each attribute that the method does not read, as one parameter or several."""
    for name in unit.unread_in(method):
        for entry in (name, f"*{name}"):
            for node in returns(method):
                if node.value is not None:
                    yield node, (wrapped(node.value, f"[*({HERE}), {entry}]"),)
        if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in inside(method)):
            last = method.body[-1]
            for statement in (f"yield {name}", f"yield from {name}"):
                yield method, (ending(last, *statements(statement, last)),)


def _uncut(node: ast.Subscript, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the whole for a part: of `self.layers[:-1]`, and of `self.layers[0].parameters()`."""
    parent, _ = known.tree.up[node]
    if not isinstance(parent, ast.Attribute):
        yield node, (replaced(node, node.value),)
        return
    above, _ = known.tree.up[parent]
    is_called = isinstance(above, ast.Call) and above.func is parent
    each = f"each.{parent.attr}()" if is_called else f"each.{parent.attr}"
    new = expression(f"[p for each in {text(node.value)} for p in {each}]", node)
    yield node, (replaced(above if is_called else parent, new),)


def _behind_the_loop(node: ast.Return, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the change to move a `return` from inside a loop behind it."""
    loop = known.tree.nearest(node, LOOPS)
    if isinstance(loop, ast.stmt):
        moved = statements(f"return {text(node.value)}", node) if node.value else []
        yield node, (replaced(node), after(loop, *moved))


def _own_lists(unit: UnitSource, name: str, node_class: str) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the methods that list the nodes a class keeps, or ask each entry of a list that it keeps."""
    last = unit.definition.body[-1]
    nodes = [entry for kept, value in unit.kept.items() for entry in _entries(kept, value, node_class)]
    listed = [f"[{', '.join(nodes)}]"] if nodes else []
    for kept, value in unit.kept.items():
        if not nodes and (isinstance(value, ast.List | ast.ListComp) or is_call(value, "list", "tuple")):
            listed.append(f"[p for each in self.{kept} for p in each.{name}()]")
    for each in listed:
        yield unit.definition, after(last, f"def {name}(self):\n    return {each}")


def _entries(kept: str, value: ast.expr | None, node_class: str) -> Iterator[str]:
    """Yield an attribute as an entry of a list, where it holds a node or a list of nodes."""
    if isinstance(value, ast.ListComp) and is_call(value.elt, node_class):
        yield f"*self.{kept}"
    elif is_call(value, node_class):
        yield f"self.{kept}"


def offers_of_brackets(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer brackets around each name that `parameters()` adds: `self.w + self.b`, `listed += w`."""
    for unit in units(known):
        for method in unit.listing:
            for added in inside(method):
                for node in _terms(added):
                    if isinstance(node, ast.Name | ast.Attribute):
                        bracketed = replaced(node, f"[{text(node)}]")
                        yield RewriteOffer("node-in-list", added, (bracketed,))


def _terms(node: ast.AST) -> list[ast.expr]:
    """Return what a sum adds."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return [left, right]
        case ast.AugAssign(op=ast.Add(), value=value):
            return [value]
    return []


def offers_once(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to leave out each thing that may be there a second time."""
    for unit in units(known):
        for method in unit.listing:
            yield from (RewriteOffer("parameters-once", at, (change,)) for at, change in _thinned(method))


def _thinned(method: Definition) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the places that list parameters several times, each with a change that lists them less often."""
    yield from _statements_once(method)
    for node in inside(method):
        match node:
            case ast.BinOp(left, ast.Add(), right):
                yield node, replaced(node, left)
                yield node, replaced(node, right)
            case ast.BinOp(left, ast.Mult()):
                yield node, replaced(node, left)
            case ast.List(elts) | ast.Tuple(elts):
                yield from _entries_once(node, elts)
            case ast.ListComp(elt, generators) | ast.GeneratorExp(elt, generators):
                yield from _loops_once(node, elt, generators)


def _entries_once(node: ast.expr, entries: list[ast.expr]) -> Iterator[tuple[ast.AST, Change]]:
    """Yield each entry that a list has twice, with the change that takes it out."""
    texts = [ast.unparse(entry) for entry in entries]
    for number, entry in enumerate(texts):
        if entry in texts[:number]:
            yield node, with_field(node, "elts", [*entries[:number], *entries[number + 1 :]])


def _loops_once(
    node: ast.expr, element: ast.expr, loops: list[ast.comprehension]
) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the change to leave out a loop whose name nothing reads."""
    for number, loop in enumerate(loops):
        later = [part for each in loops[number + 1 :] for part in (each.iter, *each.ifs)]
        if len(loops) > 1 and not names_of(loop.target) & names_of(element, *later):
            yield node, with_field(node, "generators", [*loops[:number], *loops[number + 1 :]])


def _statements_once(method: Definition) -> Iterator[tuple[ast.AST, Change]]:
    """Yield each statement that stands twice, with the change that takes it out."""
    seen: set[str] = set()
    for node in inside(method):
        if isinstance(node, ast.Expr | ast.AugAssign):
            if (written := text(node)) in seen:
                yield node, replaced(node)
            seen.add(written)
