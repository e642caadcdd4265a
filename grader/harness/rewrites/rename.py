"""A method or a name that is written otherwise than it is called: `__plus__`, `self.dtaa`, `ou.grad`."""

import ast
import builtins
import collections
import difflib
from collections.abc import Iterator

from ..repair.attribution import operation_named
from ..repair.edit import replaced, with_field
from ..repair.known import Known, inside_class
from ..repair.offer import Offer
from ..repair.shares import text
from ._operation import walk

_METHODS = {"+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "**": "__pow__", "neg": "__neg__"}
_REFLECTED = {"+": "__radd__", "-": "__rsub__", "*": "__rmul__", "/": "__rtruediv__"}
_OTHER_WORDS = {"mult": "*", "subtract": "-", "division": "/", "power": "**", "negative": "neg", "opposite": "neg"}
_OF_COLLECTIONS = frozenset(name for kind in (list, dict, set, str, collections.deque) for name in dir(kind))
_MOST = 12
_ALIKE = 0.6


def offers(known: Known) -> Iterator[Offer]:
    """Methods that Python does not call; then names and attributes that nothing has."""
    for function, name in misnamed(known):
        change = with_field(function, "name", name)
        sign = next((sign for names in (_METHODS, _REFLECTED) for sign in names if names[sign] == name), None)
        yield Offer("rename", function, (change,), sign, detail="method")
    found = [*_names(known), *_attributes(known)]
    yield from found[:_MOST]


def misnamed(known: Known) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Methods of operators under names of their own, and what Python calls them."""
    for function in known.functions:
        if known.is_method(function) and (name := _meant(function.name, known)) is not None:
            yield function, name


def _meant(name: str, known: Known) -> str | None:
    """The operator that a method with underscores is for, where the class does not have it."""
    if not (name.startswith("_") and name.endswith("_")) or hasattr(object, name):
        return None
    known_names = {*_METHODS.values(), *_REFLECTED.values()}
    word = name.strip("_").lower()
    made = known.found.made
    for reflected, core in ((False, word), (True, word.removeprefix("r"))):
        sign = _OTHER_WORDS.get(core) or operation_named(core)
        names = _REFLECTED if reflected else _METHODS
        if sign in names and not hasattr(made, names[sign]) and name not in known_names:
            if not reflected or word.startswith("r"):
                return names[sign]
    return None


def _names(known: Known) -> Iterator[Offer]:
    """Names that are read and that nobody gives a value."""
    module = known.found.module.__dict__
    for function in known.functions:
        around = _bound(function)
        for node in walk(function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in around:
                if node.id in module or hasattr(builtins, node.id):
                    continue
                candidates = difflib.get_close_matches(node.id, sorted(around), 2, _ALIKE)
                for name in candidates:
                    change = replaced(node, ast.Name(name, ast.Load()))
                    operation = known.attribution.operation(node)
                    yield Offer("rename", known.tree.statement(node), (change,), operation, detail="name")


def _bound(function: ast.FunctionDef) -> set[str]:
    """Every name that is given a value anywhere in a function."""
    found = {each.arg for each in walk(function) if isinstance(each, ast.arg)}
    found |= {each.id for each in walk(function) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}
    found |= {each.name for each in walk(function) if isinstance(each, ast.FunctionDef | ast.ClassDef)}
    found |= {(each.asname or each.name).partition(".")[0] for each in walk(function) if isinstance(each, ast.alias)}
    return found | {each.name for each in walk(function) if isinstance(each, ast.ExceptHandler) and each.name}


def _attributes(known: Known) -> Iterator[Offer]:
    """Attributes that are read and that nothing in the source stores or defines."""
    stored = _stored(known)
    for function in known.functions:
        for node in walk(function):
            if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load) or node.attr in stored:
                continue
            if _is_of_a_value(node, known) and not hasattr(known.found.made, node.attr):
                for name in difflib.get_close_matches(node.attr, sorted(stored), 2, _ALIKE):
                    operation = known.attribution.operation(node)
                    change = with_field(node, "attr", name)
                    yield Offer("rename", known.tree.statement(node), (change,), operation, detail="attribute")


def _stored(known: Known) -> set[str]:
    found = {known.data, known.grad}
    for module in known.tree.modules:
        for each in ast.walk(module):
            if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
                found.add(each.attr)
            elif isinstance(each, ast.ClassDef):
                found |= {method.name for method in inside_class(each)}
                found |= {text(part.target) for part in each.body if isinstance(part, ast.AnnAssign)}
    return {name for name in found if not name.startswith("__")}


def _is_of_a_value(node: ast.Attribute, known: Known) -> bool:
    """Whether it is asked of a node, as far as one can see: of an operand, or of a variable of a function."""
    if not isinstance(node.value, ast.Name) or node.attr in _OF_COLLECTIONS:
        return False
    module = known.found.module.__dict__
    return node.value.id not in module and node.value.id not in ("np", "math")
