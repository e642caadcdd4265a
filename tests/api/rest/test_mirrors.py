"""No document of the interface repeats a dataclass: it is that class, or is filled from it by name."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import get_type_hints

import api.rest
import submissions
from api.rest._model import Answer
from grader.records import Frozen

_FEW = 3
_FOLDER = Path(api.rest.__file__).parent


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """Yield all modules of a package but those of migrations."""
    for found in walk_packages(package.__path__, f"{package.__name__}."):
        if ".migrations" not in found.name:
            yield import_module(found.name)


def classes(package: ModuleType) -> Iterator[type]:
    """Yield the classes that a package defines."""
    for module in modules(package):
        for each in vars(module).values():
            if inspect.isclass(each) and each.__module__ == module.__name__:
                yield each


def is_by_hand(call: ast.Call, documents: set[str]) -> bool:
    """Whether a call makes a document from the attributes of one object, each of them written down."""
    if not isinstance(call.func, ast.Name) or call.func.id not in documents:
        return False
    copied = [
        ast.unparse(each.value.value)
        for each in call.keywords
        if isinstance(each.value, ast.Attribute) and each.value.attr == each.arg
    ]
    return any(copied.count(source) >= _FEW for source in copied)


def test_no_document_repeats_a_record() -> None:
    ours = {
        each.__name__: get_type_hints(each, include_extras=True)
        for each in classes(api.rest)
        if issubclass(each, Answer)
    }
    theirs = {
        frozenset((name, str(kind)) for name, kind in get_type_hints(each).items()): each.__name__
        for each in classes(submissions)
        if issubclass(each, Frozen) and not each.__struct_defaults__
    }
    own = {name: frozenset((each, str(kind)) for each, kind in of.items()) for name, of in ours.items()}
    assert {
        name: theirs[fields] for name, fields in own.items() if len(fields) >= _FEW and fields in theirs
    } == {}


def test_documents_are_not_filled_by_hand() -> None:
    documents = {each.__name__ for each in classes(api.rest) if issubclass(each, Answer)}
    assert {
        f"{path.name}:{node.lineno}"
        for path in _FOLDER.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and is_by_hand(node, documents)
    } == set()
