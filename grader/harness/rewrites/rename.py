"""A method or a name that is written otherwise than it is called: `__plus__`, `self.dtaa`, `ou.grad`."""

import ast
import builtins
import collections
import difflib
import operator
from collections.abc import Iterator

from ..loading.constructor import misnamed_constructor
from ..model.operation_words import operation_named
from ..model.primitives import EXPECTED_REFLECTED, METHODS
from ..repair.edit import after, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import operations
from ..repair.syntax import inside, statements

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


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Methods, by whatever name, that Python does not call; then names and attributes that nothing has."""
    for function, name in misnamed(known):
        change = with_field(function, "name", name)
        yield RewriteOffer("rename", function, (change,), _OPERATION_OF.get(name), detail="method")
    yield from _constructors(known)
    for statement, target, name in _aliases(known):
        change = with_field(target, "id", name)
        yield RewriteOffer("rename", statement, (change,), _OPERATION_OF.get(name), detail="method")
    yield from _bare_operands(known)
    yield from _words_for_operators(known)
    names = [*_hidden(known), *_names(known), *_attributes(known), *_stores(known)]
    yield from names[:_MOST]


def _bare_operands(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """`other += out.grad` in a rule: the node, in the place of its gradient."""
    for operation in operations(known):
        for node in (inner for rule in operation.nested for inner in inside(rule)):
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                name = node.target.id
                if name in {*operation.operands, *operation.parameters}:
                    target = ast.Attribute(ast.Name(name, ast.Load()), known.grad, ast.Store())
                    change = replaced(node.target, target)
                    yield RewriteOffer(
                        "rename", node, (change,), operation.sign, detail="gradient", group="bare operand"
                    )


def _words_for_operators(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """A method `pow` in a class that has no `__pow__`, which Python looks for at `**`."""
    for function in known.functions:
        method = METHODS.get(operation_named(function.name) or "", "")
        is_word = method.startswith("__") and not function.name.startswith("_")
        if is_word and known.is_method(function) and not hasattr(known.value_class.cls, method):
            change = after(function, *statements(f"{method} = {function.name}", function))
            yield RewriteOffer("define", function, (change,), operation_named(function.name), detail="word")


def misnamed(known: SourceAnalysis) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Methods of operators under names of their own, and what Python calls them."""
    for function in known.functions:
        if known.is_method(function) and (name := _meant(function.name, known)) is not None:
            yield function, name


def _constructors(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Methods nearly called as a constructor, in classes that have none: `__int__`, `_init_`."""
    for statement in known.top_level:
        if isinstance(statement, ast.ClassDef):
            method = misnamed_constructor(statement, may_inherit=True)
            if method is not None:
                yield RewriteOffer(
                    "rename", method, (with_field(method, "name", "__init__"),), detail="method"
                )


def _aliases(known: SourceAnalysis) -> Iterator[tuple[ast.stmt, ast.Name, str]]:
    """Second names of methods that Python does not call: `__rmull__ = __mul__`."""
    owner = known.class_definition
    for statement in owner.body if owner is not None else ():
        for target in statement.targets if isinstance(statement, ast.Assign) else ():
            if isinstance(target, ast.Name) and (name := _meant(target.id, known)) is not None:
                yield statement, target, name


def _meant(name: str, known: SourceAnalysis) -> str | None:
    """The operator that a method with underscores is for, where the class does not have it."""
    if "_" not in (name[0], name[-1]) or name in _KNOWN_TO_PYTHON:
        return None
    lacking = [method for method in _OPERATION_OF if not hasattr(known.value_class.cls, method)]
    candidates = _by_word(name) or difflib.get_close_matches(name, lacking, 1, _NEARLY)
    return next((each for each in candidates if each in lacking and not _is_asked_for(name, known)), None)


def _by_word(name: str) -> list[str]:
    """Return the methods that a name like `__plus__` or `__rtimes__` may mean, between its underscores."""
    if not (name.startswith("_") and name.endswith("_")):
        return []
    word = name.strip("_").lower()
    candidates = [METHODS.get(_sign(word) or "")]
    if word.startswith("r"):
        candidates.append(EXPECTED_REFLECTED.get(_sign(word[1:]) or ""))
    return [each for each in candidates if each is not None]


def _is_asked_for(name: str, known: SourceAnalysis) -> bool:
    """Whether the source calls it by its name: a helper, which Python need not call."""
    return any(
        isinstance(node, ast.Attribute) and node.attr == name
        for function in known.functions
        for node in inside(function)
    )


def _sign(word: str) -> str | None:
    return _OTHER_WORDS.get(word) or operation_named(word)


def _hidden(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Attributes that a constructor stores under the name of a method, which nobody can call then."""
    methods = {function.name for function in known.functions if known.is_method(function)}
    for function in known.functions:
        if function.name != "__init__" or not known.is_method(function):
            continue
        for node in inside(function):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr in methods:
                free = f"{node.attr}_" if f"_{node.attr}" in _defined(known) else f"_{node.attr}"
                change = with_field(node, "attr", free)
                operation = operation_named(node.attr)
                yield RewriteOffer(
                    "rename", known.tree.statement(node), (change,), operation, detail="attribute"
                )


def _names(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Names that are read and that nobody gives a value."""
    module = known.value_class.module.__dict__
    for function in known.functions:
        read = [
            node for node in inside(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        ]
        unknown = {each.id for each in read} - module.keys() - _BUILT_IN
        bound = _bound(function) if unknown else set()
        for node in read:
            if node.id in unknown - bound:
                for name in difflib.get_close_matches(node.id, sorted(bound), 2, _ALIKE):
                    change = replaced(node, ast.Name(name, ast.Load()))
                    operation = known.attribution.operation(node)
                    yield RewriteOffer(
                        "rename", known.tree.statement(node), (change,), operation, detail="name"
                    )


def _bound(function: ast.FunctionDef) -> set[str]:
    """Every name that is given a value anywhere in a function."""
    names = {function.name}
    for node in inside(function):
        # One branch for each way in which Python binds a name.
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler):
            names.add(node.name or "")
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.MatchAs | ast.MatchStar):
            names.add(node.name or "")
    return names


def _attributes(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Attributes that are read and that nothing in the source stores or defines."""
    read = [
        node
        for function in known.functions
        for node in inside(function)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    ]
    unknown = {each.attr for each in read} - _OF_COLLECTIONS - _defined(known)
    # What the class has when it runs is known, whatever the source shows of it.
    unknown = {name for name in unknown if not hasattr(known.value_class.cls, name)}
    for node in read if unknown else ():
        if node.attr in unknown and _is_of_a_value(node, known):
            for name in difflib.get_close_matches(node.attr, sorted(_defined(known)), 2, _ALIKE):
                operation = known.attribution.operation(node)
                change = with_field(node, "attr", name)
                yield RewriteOffer(
                    "rename", known.tree.statement(node), (change,), operation, detail="attribute"
                )


def _stores(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Attributes that are stored outside of a constructor, and that nothing reads, not even by its name."""
    attributes = [
        (node, function)
        for function in known.functions
        for node in inside(function)
        if isinstance(node, ast.Attribute)
    ]
    read = {node.attr for node, _ in attributes if isinstance(node.ctx, ast.Load)}
    stored = [pair for pair in attributes if isinstance(pair[0].ctx, ast.Store)]
    begun = {node.attr for node, function in stored if function.name == "__init__"}
    # An attribute that the constructor begins and others read is where a misspelt one was meant to go.
    candidates = sorted((read & begun) - {known.data, known.grad})
    for node, function in stored:
        if function.name != "__init__" and node.attr not in read and not _stores_rule(node, function, known):
            for name in difflib.get_close_matches(node.attr, candidates, 1, _ALIKE):
                change = with_field(node, "attr", name)
                operation = known.attribution.operation(node)
                yield RewriteOffer(
                    "rename", known.tree.statement(node), (change,), operation, detail="attribute"
                )


def _stores_rule(attribute: ast.Attribute, function: ast.FunctionDef, known: SourceAnalysis) -> bool:
    """Whether a function is stored there: that a rule is not attached says more."""
    value = getattr(known.tree.statement(attribute), "value", None)
    names = {node.name for node in inside(function) if isinstance(node, ast.FunctionDef)}
    return isinstance(value, ast.Lambda) or (isinstance(value, ast.Name) and value.id in names)


def _defined(known: SourceAnalysis) -> set[str]:
    """The names of attributes that something stores, of methods and of fields."""
    names = {known.data, known.grad}
    for function in known.functions:
        names.add(function.name)
        for node in inside(function):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                names.add(node.attr)
    for statement in known.top_level:
        for field in statement.body if isinstance(statement, ast.ClassDef) else [statement]:
            if isinstance(field, ast.AnnAssign | ast.Assign):
                names |= {part.id for part in inside(field) if isinstance(part, ast.Name)}
                # Slots and fields of a named tuple are defined by texts.
                names |= {word for words in _texts(field) for word in words.replace(",", " ").split()}
    return {name for name in names if not (name.startswith("__") and name.endswith("__"))}


def _texts(node: ast.AST) -> Iterator[str]:
    """Strings: they may be the names of slots, or of the fields of a named tuple."""
    for inner in inside(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


def _is_of_a_value(node: ast.Attribute, known: SourceAnalysis) -> bool:
    """Whether it is asked of a node, as far as one can see: not of a module, or of a class of another."""
    root: ast.expr = node.value
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    return isinstance(root, ast.Name) and root.id not in known.value_class.module.__dict__
