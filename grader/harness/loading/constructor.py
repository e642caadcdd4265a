"""Finds the method that was meant as the constructor of a class that has none: `__int__` for `__init__`."""

import ast
import contextlib
import difflib
import operator
import types
from collections.abc import Iterator

from .effects import FUNCTIONS, Function, bound_by
from .nodes import walk

_NAME, _MAKES_OBJECTS = "__init__", "__new__"
_WORDS = ("init", "initialize", "initialise", "construct", "constructor")
_OTHER_METHODS = frozenset({"__new__", "__call__", "__enter__"})
_KNOWN_TO_PYTHON = frozenset(
    name
    for kind in (type, float, complex, list, dict, set, operator, types.GeneratorType, contextlib.ExitStack)
    for name in dir(kind)
) | {"__bytes__", "__delete__", "__fspath__", "__get__", "__getattr__", "__index__", "__missing__",
     "__post_init__", "__set__", "__set_name__", "__setitem__"}  # fmt: skip
_ALIKE = 0.75
"""One letter of `init`."""


def misnamed_constructor(cls: ast.ClassDef, *, may_inherit: bool = False) -> Function | None:
    """Return the method that begins an object, in a class that has no constructor of its own.

    Python calls no other one, unless the class `may_inherit` one.
    """
    if has_constructor(cls) or (_inherits(cls) and not may_inherit):
        return None
    methods = (each for each in cls.body if isinstance(each, FUNCTIONS) and not each.decorator_list)
    return next((each for each in methods if _is_meant_as_constructor(each, cls.name)), None)


def has_constructor(cls: ast.ClassDef) -> bool:
    """Whether a class has a constructor; a `__new__` that returns nothing was meant as one."""
    if any(_NAME in bound_by(statement) for statement in cls.body):
        return True
    makers = [each for each in cls.body if isinstance(each, FUNCTIONS) and each.name == _MAKES_OBJECTS]
    return any(isinstance(node, ast.Return) and node.value for maker in makers for node in walk(maker))


def _inherits(cls: ast.ClassDef) -> bool:
    """Whether a constructor may come from elsewhere."""
    bases = [base for base in cls.bases if not (isinstance(base, ast.Name) and base.id == "object")]
    return bool(bases or cls.keywords or cls.decorator_list)


def _is_meant_as_constructor(method: Function, cls: str) -> bool:
    """Whether a method stores something in its object and has nearly the name of a constructor.

    Under other names, such as that of the class, it stores what it is given.
    """
    word = method.name.strip("_").lower()
    parameters = [each.arg for each in (*method.args.posonlyargs, *method.args.args)]
    stored = list(_names_stored(method, parameters[0])) if parameters else []
    if difflib.get_close_matches(word, _WORDS, 1, _ALIKE):
        return bool(stored)
    is_other = method.name in _OTHER_METHODS or word == cls.lower() or _is_called_by_nobody(method.name)
    return is_other and any(names & {*parameters[1:]} for names in stored)


def _is_called_by_nobody(name: str) -> bool:
    """Whether a name looks like one that Python calls, and is none: `__input__`."""
    return name.startswith("__") and name.endswith("__") and name not in _KNOWN_TO_PYTHON


def _names_stored(method: Function, own: str) -> Iterator[set[str]]:
    """Yield the names in each value that is assigned to an attribute of `own`."""
    for node in walk(method):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(_is_stored_attribute(each, own) for target in targets for each in walk(target)):
                yield {each.id for each in walk(node.value) if isinstance(each, ast.Name)}


def _is_stored_attribute(node: ast.AST, own: str) -> bool:
    """Whether a node stores an attribute of `own`."""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == own
    )
