"""Offers the right name of a method or a variable: of `__plus__`, `self.dtaa`, `ou.grad`."""

import ast
import builtins
import collections
import difflib
import operator
from collections.abc import Iterator

from ..loading.constructor import misnamed_constructor
from ..model.operation_words import operation_named
from ..model.primitives import EXPECTED_REFLECTED, METHODS
from ..repair.edit import Change, RewriteOffer, after, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.operation import OperationCode, operations
from ..repair.syntax import found, names_bound

_OPERATION_OF = {method: op for names in (METHODS, EXPECTED_REFLECTED) for op, method in names.items()}
_OTHER_WORDS = {
    "mult": "*",
    "subtract": "-",
    "division": "/",
    "power": "**",
    "negative": "neg",
    "opposite": "neg",
}
_OF_COLLECTIONS = frozenset(name for kind in (list, dict, set, str, collections.deque) for name in dir(kind))
_BUILT_IN = frozenset(dir(builtins))
_KNOWN_TO_PYTHON = frozenset(
    name for thing in (object, int, float, complex, str, list, dict, set, operator) for name in dir(thing)
)
_MOST = 12
_ALIKE = 0.6
_NEARLY = 0.8
"""One letter of a short name, two of a long one."""

_Meant = Iterator[tuple[ast.Attribute | ast.Name, str]]
"""Names in the source, each with one that may be meant."""


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer names Python calls for methods; then known ones for names and attributes that nothing has."""
    for function, name in misnamed(known):
        yield _method_offer(function, with_field(function, "name", name), name)
    for definition in (each for each in known.top_level if isinstance(each, ast.ClassDef)):
        if (method := misnamed_constructor(definition, may_inherit=True)) is not None:
            yield _method_offer(method, with_field(method, "name", "__init__"), "__init__")
    for statement, target, name in _aliases(known):
        yield _method_offer(statement, with_field(target, "id", name), name)
    yield from _other_places(known)
    yield from _words_for_operators(known)
    misspelt = (
        *_hidden_methods(known),
        *_name_offers(_unknown_names(known), "name", known),
        *_name_offers(_unknown_attributes(known), "attribute", known),
        *_name_offers(_unread_attributes(known), "attribute", known),
    )
    yield from misspelt[:_MOST]


def _method_offer(at: ast.stmt, change: Change, name: str) -> RewriteOffer:
    """Return an offer to call a method by this name."""
    return RewriteOffer("rename", at, (change,), _OPERATION_OF.get(name), detail="method")


def _name_offers(meant: _Meant, kind: str, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer each of these names in the statements that have the other one, at all places of each."""
    slips: dict[tuple[ast.stmt, str, str], list[ast.Attribute | ast.Name]] = {}
    for node, name in meant:
        was = node.id if isinstance(node, ast.Name) else node.attr
        slips.setdefault((known.tree.statement(node), was, name), []).append(node)
    for (statement, _, name), nodes in slips.items():
        changes = (with_field(each, "id" if isinstance(each, ast.Name) else "attr", name) for each in nodes)
        yield known.offer("rename", nodes[0], *changes, detail=kind)._replace(at=statement)


def _other_places(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the gradient for `other += out.grad` in a rule, and for another attribute of an operand there."""
    for operation in operations(known):
        for node in (inner for rule in operation.nested for inner in found(rule, ast.AugAssign)):
            target = node.target
            if isinstance(target, ast.Name) and operation.stands_for_operand(target):
                gradient = ast.Attribute(ast.Name(target.id, ast.Load()), known.grad, ast.Store())
                change, group = replaced(target, gradient), "bare operand"
            elif isinstance(target, ast.Attribute) and _receives_a_gradient(node, operation):
                change, group = with_field(target, "attr", known.grad), f"gradient for {target.attr}"
            else:
                continue
            yield operation.offer("rename", node, change, detail="gradient", group=group)


def _receives_a_gradient(node: ast.AugAssign, operation: OperationCode) -> bool:
    """Whether a statement adds a gradient to another attribute of an operand than its gradient."""
    is_beside = operation.is_of_operand(node.target) and not operation.known.is_gradient(node.target)
    return is_beside and any(map(operation.known.is_gradient, found(node.value, ast.Attribute)))


def _words_for_operators(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer `__pow__ = pow` in a class whose `pow` Python does not find at `**`."""
    for function in known.functions:
        operation = operation_named(function.name)
        method = METHODS.get(operation or "", "")
        is_word = method.startswith("__") and not function.name.startswith("_")
        if is_word and known.is_method(function) and not hasattr(known.value_class.cls, method):
            change = after(function, f"{method} = {function.name}")
            yield RewriteOffer("define", function, (change,), operation, detail="word")


def misnamed(known: SourceAnalysis) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Yield methods of operators under names of their own, and what Python calls them."""
    for function in known.functions:
        if known.is_method(function) and (name := _operator_meant(function.name, known)) is not None:
            yield function, name


def _aliases(known: SourceAnalysis) -> Iterator[tuple[ast.stmt, ast.Name, str]]:
    """Yield second names of methods that Python does not call: `__rmull__ = __mul__`."""
    owner = known.class_definition
    for statement in owner.body if owner is not None else ():
        for target in statement.targets if isinstance(statement, ast.Assign) else ():
            if isinstance(target, ast.Name) and (name := _operator_meant(target.id, known)) is not None:
                yield statement, target, name


def _operator_meant(name: str, known: SourceAnalysis) -> str | None:
    """Return the operator that a method with underscores is for, where the class does not have it."""
    if "_" not in (name[0], name[-1]) or name in _KNOWN_TO_PYTHON:
        return None
    lacking = [method for method in _OPERATION_OF if not hasattr(known.value_class.cls, method)]
    candidates = _by_word(name) or difflib.get_close_matches(name, lacking, 1, _NEARLY)
    # A helper that the source calls by its name need not be called by Python.
    is_asked_for = any(node.attr == name for node in known.nodes(ast.Attribute)) if candidates else False
    return next((each for each in candidates if each in lacking and not is_asked_for), None)


def _by_word(name: str) -> list[str]:
    """Return the methods that a name like `__plus__` or `__rtimes__` may mean, between its underscores."""
    if not (name.startswith("_") and name.endswith("_")):
        return []
    word = name.strip("_").lower()
    candidates = [METHODS.get(_operation_of_word(word) or "")]
    if word.startswith("r"):
        candidates.append(EXPECTED_REFLECTED.get(_operation_of_word(word[1:]) or ""))
    return [each for each in candidates if each is not None]


def _operation_of_word(word: str) -> str | None:
    """Return the operation that a word names."""
    return _OTHER_WORDS.get(word) or operation_named(word)


def _hidden_methods(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer another name for an attribute that hides the method of its name, wherever nodes have it."""
    all_methods = [*filter(known.is_method, known.functions)]
    methods = {function.name: function for function in all_methods}
    for init in (each for each in all_methods if each.name == "__init__"):
        stores = [node for node, function in _stored(known) if function is init]
        taken = {*methods, *(node.attr for node in stores)}
        for node in (node for node in stores if node.attr in methods):
            # With the underscore it may be what a pass calls on a node that no operation made.
            free = f"{node.attr}_" if f"_{node.attr}" in taken else f"_{node.attr}"
            others = _renamed_with(node, init, methods[node.attr], known)
            changes = tuple(with_field(each, "attr", free) for each in (node, *others))
            operation = operation_named(node.attr)
            yield RewriteOffer("rename", known.tree.statement(node), changes, operation, detail="attribute")


def _renamed_with(
    hiding: ast.Attribute, init: ast.FunctionDef, method: ast.FunctionDef, known: SourceAnalysis
) -> list[ast.Attribute]:
    """Return what else to rename: where operations store the attribute, and the method reads it then."""
    own = set(found(init, ast.Attribute))
    uses = [node for node in known.nodes(ast.Attribute) if node.attr == hiding.attr and node not in own]
    stores = [node for node in uses if isinstance(node.ctx, ast.Store)]
    called = set(found(method, ast.Attribute)) if stores else ()
    return [*stores, *(node for node in uses if node in called and isinstance(node.ctx, ast.Load))]


def _unknown_names(known: SourceAnalysis) -> _Meant:
    """Yield names that are read and that nobody gives a value."""
    known_names = {*vars(known.value_class.module), *_BUILT_IN}
    for function in known.functions:
        bound = {function.name, *names_bound(function)}
        for node in found(function, ast.Name):
            if isinstance(node.ctx, ast.Load) and node.id not in known_names and node.id not in bound:
                for name in difflib.get_close_matches(node.id, sorted(bound), 2, _ALIKE):
                    yield node, name


def _unknown_attributes(known: SourceAnalysis) -> _Meant:
    """Yield attributes that are read, or added to, and that nothing in the source stores or defines."""
    defined = _defined_attributes(known)
    added_to = set(_added_to(known))
    for node in known.nodes(ast.Attribute):
        is_read = isinstance(node.ctx, ast.Load) or node in added_to
        if not is_read or node.attr in _OF_COLLECTIONS or node.attr in defined:
            continue
        # What the class has when it runs is known, whatever the source shows of it.
        if not hasattr(known.value_class.cls, node.attr) and _is_of_a_value(node, known):
            alike = difflib.get_close_matches(node.attr, sorted(defined), 2, _ALIKE)
            longer = [name for name in sorted(defined) if name.startswith(node.attr)]
            for name in dict.fromkeys([*alike, *longer[:2]]):
                yield node, name


def _unread_attributes(known: SourceAnalysis) -> _Meant:
    """Yield attributes that are stored outside of a constructor, and that nothing reads by any name."""
    read = {node.attr for node in known.nodes(ast.Attribute) if isinstance(node.ctx, ast.Load)}
    begun = {node.attr for node, function in _stored(known) if function.name == "__init__"}
    # An attribute that the constructor begins and others read is where a misspelt one was meant to go.
    # What resets a gradient under another name leaves it: that says more than the name.
    candidates = sorted((read & begun) - {known.data, known.grad})
    used = {*read, known.grad}
    for node, function in _stored(known):
        if function.name != "__init__" and node.attr not in used and not _stores_rule(node, function, known):
            statement = known.tree.statement(node)
            adds = any(each.attr == known.grad for each in found(statement, ast.Attribute))
            for name in difflib.get_close_matches(node.attr, [*candidates, *[known.grad] * adds], 1, _ALIKE):
                yield node, name


def _stores_rule(attribute: ast.Attribute, function: ast.FunctionDef, known: SourceAnalysis) -> bool:
    """Whether a function is stored there: that a rule is not attached says more."""
    value = getattr(known.tree.statement(attribute), "value", None)
    names = {node.name for node in found(function, ast.FunctionDef)}
    return isinstance(value, ast.Lambda) or (isinstance(value, ast.Name) and value.id in names)


def _defined_attributes(known: SourceAnalysis) -> set[str]:
    """Return the names of attributes that something stores, of methods and of fields."""
    names = {known.data, known.grad} | {function.name for function in known.functions}
    names |= {node.attr for node, _ in _stored(known)} - {node.attr for node in _added_to(known)}
    for field in known.stores_outside_functions:
        names |= {part.id for part in found(field, ast.Name)}
        # Slots and fields of a named tuple are defined by texts.
        for part in found(field, ast.Constant):
            if isinstance(part.value, str):
                names.update(part.value.replace(",", " ").split())
    return {name for name in names if not (name.startswith("__") and name.endswith("__"))}


def _stored(known: SourceAnalysis) -> list[tuple[ast.Attribute, ast.FunctionDef]]:
    """Return the attributes that functions store, each with its function."""
    return [
        (node, function)
        for function in known.functions
        for node in found(function, ast.Attribute)
        if isinstance(node.ctx, ast.Store)
    ]


def _added_to(known: SourceAnalysis) -> Iterator[ast.Attribute]:
    """Yield attributes that `+=` changes, and that nothing else stores: Python does not find them."""
    targets = [node.target for node in known.nodes(ast.AugAssign) if isinstance(node.target, ast.Attribute)]
    stored = {node.attr for node in {node for node, _ in _stored(known)}.difference(targets)}
    yield from (node for node in targets if node.attr not in stored)


def _is_of_a_value(node: ast.Attribute, known: SourceAnalysis) -> bool:
    """Whether an attribute seems to be a node's: not of a module, or of a class of another."""
    root: ast.expr = node.value
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    return isinstance(root, ast.Name) and root.id not in known.value_class.module.__dict__
