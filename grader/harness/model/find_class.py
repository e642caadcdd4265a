"""Finds the class to grade, and how it wants to be used.

By name `Value`; else the one class whose objects hold the number they are made from. Attribute and
method names differ between honest implementations; what had to be adapted is reported.
"""

import inspect
import re
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from ..running.problem import MODULE, Places, describe, type_name
from .dialect_names import BACKWARD_NAMES, CLASS_NAMES, CLOSURE_NAMES, DATA_NAMES, GRAD_NAMES, LEAF_NAMES
from .keyed import in_containers
from .layout import Layouts
from .payload import (
    WayToMake,
    given_an_object,
    holds_object,
    in_objects,
    objects_of,
    unreadable,
)
from .primitives import PRIMITIVES
from .read import Reader

LOOKS_LIKE_BACKWARD = re.compile(r"^(run|do|compute|calc)?_?back", re.IGNORECASE)
_CONSTANT = re.compile(r"const|literal|number", re.IGNORECASE)
_OPERATIONS = ("__add__", "__mul__", "add", "mul")
_STARS = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_SAMPLE = 2.5
_NO_NUMBER = (bool, str, bytes, list, tuple, dict, set, frozenset)


class ClassNotFound(Exception):
    """No class, or more than one; `problem` says so as data."""

    def __init__(self, **problem: Any) -> None:
        super().__init__(problem["kind"])
        self.problem = problem


@dataclass
class ValueClass:
    """The class and its dialect."""

    cls: type
    module: types.ModuleType
    places: Places
    layouts: Layouts
    leaf: Callable[[float, str], Any]
    made: str
    """Its arguments in source, where they can be written: `{x}, label={label}`; else empty."""
    data_name: str
    grad_name: str
    backward_name: str | None
    closure_name: str | None
    reader: Reader
    other_leaves: list[Callable[[float, str], Any]]
    classes: list[type] = field(default_factory=list)
    """Every class of the submission."""
    settled: bool = True
    """Whether names alone tell how gradients are asked for and where they are kept."""
    notes: list[dict[str, Any]] = field(default_factory=list)
    asked: list[Any] = field(default_factory=list)
    """Nodes of graphs that were played to find out about it, so that no later node has the `id` of one."""
    opened: Any = None
    """The context that stays open, where nodes record only inside of one."""
    wraps: bool = False
    """Whether its number is in an object of another class of the file, in a dict or in a list."""
    caller_seeds: bool = False
    """Whether the assignment says that the gradient of the output is set before every pass."""

    def facts(self) -> dict[str, Any]:
        """Return what the host is told about it."""
        return {
            "class": {"name": self.cls.__name__[:80], **_class_place(self.cls, self.places)},
            "backward": self.backward_name,
            "closures": self.closure_name,
            "notes": self.notes,
            "made": self.made,
        }

    def note(self, kind: str, **data: Any) -> None:
        """Remember once what had to be adapted."""
        note = {"kind": kind, **data}
        if note not in self.notes:
            self.notes.append(note)


def find(
    module: types.ModuleType,
    places: Places,
    layouts: Layouts,
    *,
    needs_backward: bool,
    name: str = "",
    keywords: Mapping[str, Any] | None = None,
) -> ValueClass:
    """The class that holds data and gradients, its nodes made with these keywords beside the number.

    It is the one of this `name`, if there is one. Of several that would do, it is the likeliest.

    Raises:
        ClassNotFound: with the reason as data.
    """
    classes = _classes(module)
    asked = [cls for cls in classes if name in ("", cls.__name__)]
    fits = (_fit(cls, module, places, layouts, keywords or {}) for cls in asked)
    fitting = _likely([fit for fit in fits if fit is not None], needs_backward=needs_backward)
    if not fitting:
        # The reason that helps most: a class that cannot be made, else one that cannot be read, else none.
        failure = next((problem for cls in classes if (problem := _construction(cls, places))), None)
        failure = failure or next((problem for cls in asked if (problem := _unreadable(cls, module))), None)
        raise ClassNotFound(
            **(failure or {"kind": "no-class", "classes": [cls.__name__[:80] for cls in classes[:10]]})
        )
    chosen = _choose(fitting)
    if chosen.cls.__name__ != "Value":
        chosen.note("class-name", name=chosen.cls.__name__[:80])
    chosen.classes = classes
    layouts.adopt(classes, chosen.leaf(_SAMPLE, "x"))
    chosen.other_leaves = _other_leaves(chosen, classes)
    return chosen


def _likely(fitting: list[ValueClass], *, needs_backward: bool) -> list[ValueClass]:
    """The candidates whose names say most; one that wraps another class counts where that one has no pass."""
    # A class that wraps another one is asked last: its inner class may be the one that is meant.
    plain = [fit for fit in fitting if not fit.wraps]
    for some in (plain, fitting):
        settled = [fit for fit in some if fit.settled]
        passes = [fit for fit in settled if fit.backward_name]
        if passes or (settled and not needs_backward):
            return passes if needs_backward else settled
    return [fit for fit in plain if fit.settled] or plain or fitting


def _classes(module: types.ModuleType) -> list[type]:
    """The classes the submission defines, last definition of each name, in order of their lines."""
    classes = [
        thing for thing in module.__dict__.values() if isinstance(thing, type) and thing.__module__ == MODULE
    ]
    return list(dict.fromkeys(classes))


def _choose(fitting: list[ValueClass]) -> ValueClass:
    if len(fitting) == 1:
        return fitting[0]
    # A name says what its author meant, so it comes before what is likely.
    by_name = {fit.cls.__name__: fit for fit in fitting}
    if "Value" in by_name:
        return by_name["Value"]
    bases = [fit for fit in fitting if all(issubclass(other.cls, fit.cls) for other in fitting)]
    if bases:
        return bases[0]
    named = [by_name[name] for name in CLASS_NAMES if name in by_name]
    alike = named or _versions(fitting) or _kinds_of_leaf(fitting)
    if alike:
        return alike[0]
    chosen = max(fitting, key=_likelihood)
    for other in fitting:
        if other is not chosen:
            chosen.note("other-class", name=other.cls.__name__[:80])
    return chosen


def _likelihood(fit: ValueClass) -> tuple[bool, int]:
    """Whether there is a pass, and how many operations it has. Of equals the first of the file is taken."""
    names = {each for primitive in PRIMITIVES.values() for each in (primitive.method, *primitive.names)}
    return fit.backward_name is not None, sum(hasattr(fit.cls, each) for each in names if each)


def _versions(fitting: list[ValueClass]) -> list[ValueClass]:
    """Where all are called `ValueV1`, `ValueV2` or the like: the newest first."""
    stem = next((name for name in CLASS_NAMES if all(name in fit.cls.__name__ for fit in fitting)), None)
    return fitting[::-1] if stem else []


def _kinds_of_leaf(fitting: list[ValueClass]) -> list[ValueClass]:
    """Where all share a base that computes, such as an abstract `Expression`: variables before constants."""
    shared = set.intersection(*({*fit.cls.__mro__[1:]} for fit in fitting))
    if not any(name in base.__dict__ for base in shared for name in _OPERATIONS):
        return []
    return sorted(fitting, key=lambda fit: _CONSTANT.search(fit.cls.__name__) is not None)


def _fit(
    cls: type, module: types.ModuleType, places: Places, layouts: Layouts, keywords: Mapping[str, Any]
) -> ValueClass | None:
    """The class's dialect, or None if its objects do not hold a number and compute with it."""
    if (making := _leaf_maker(cls, module, keywords)) is None:
        return None
    leaf, made = given_an_object(cls, module, making, _SAMPLE) or making
    example = leaf(_SAMPLE, "x")
    data_name, grad_name, wraps = _data_name(example), _first_attribute(example, GRAD_NAMES), False
    # The number may lie deeper: in an object that the node holds, or in a list or a dictionary.
    if objects_of(example, ()):
        data_name, grad_name, wraps = in_objects(leaf, data_name, grad_name, _SAMPLE)
    if data_name is None:
        data_name, grad_name = in_containers(leaf, grad_name, _SAMPLE)
        wraps = True
    backward_name = next(iter(backward_names(cls, module)), None)
    if data_name is None or not _computes(cls, module, example, data_name):
        return None
    value_class = ValueClass(
        cls=cls, module=module, places=places, layouts=layouts, leaf=leaf, made=made, data_name=data_name,
        grad_name=grad_name or "grad", backward_name=backward_name,
        closure_name=_first_attribute(example, (*CLOSURE_NAMES, *_own_rules(example)), callable_only=True),
        reader=Reader(cls, data_name), other_leaves=[], settled=bool(grad_name or backward_name),
        wraps=wraps,
    )  # fmt: skip
    if data_name != "data":
        value_class.note("data-name", name=data_name)
    if grad_name not in (None, "grad"):
        value_class.note("gradient-name", name=grad_name)
    return value_class


def _unreadable(cls: type, module: types.ModuleType) -> dict[str, Any] | None:
    """The problem, as data, of a class that keeps an object of another class with no number to read."""
    if (
        not any(hasattr(cls, name) for name in _OPERATIONS)
        or (making := _leaf_maker(cls, module, {})) is None
    ):
        return None
    held = objects_of(making.leaf(_SAMPLE, "x"), DATA_NAMES)
    if not held:
        return None
    attribute, thing = held[0]
    return unreadable(cls, attribute, type_name(thing))


def _own_rules(example: Any) -> list[str]:
    """Return what a node has of its own under the name of a pass without a method: its rule."""
    own = own_names(example)
    return [name for name in BACKWARD_NAMES if name in own and not hasattr(type(example), name)]


def _computes(cls: type, module: types.ModuleType, example: Any, data_name: str) -> bool:
    """Whether there is any operation: a neuron also has data and gradients, but no `+`."""
    if any(hasattr(cls, name) for name in _OPERATIONS):
        return True
    functions = (getattr(module, name, None) for name in ("add", "mul"))
    return any(
        isinstance(function, types.FunctionType) and _takes(function, example, data_name)
        for function in functions
    )


def _takes(function: types.FunctionType, example: Any, data_name: str) -> bool:
    """Whether a function of the module computes with the class's objects."""
    try:
        return hasattr(function(example, example), data_name)
    except Exception:
        return False


def _leaf_maker(cls: type, module: types.ModuleType, keywords: Mapping[str, Any]) -> WayToMake | None:
    """How a node is made from a number: the first of the usual ways that works."""
    for making in _ways_to_make(cls, module, keywords):
        try:
            making.leaf(_SAMPLE, "x")
        except Exception:  # noqa: S112 - the next way may work
            continue
        return making
    return None


def _ways_to_make(cls: type, module: types.ModuleType, keywords: Mapping[str, Any]) -> Iterator[WayToMake]:
    first, number, extras = _parameters(cls, module)
    extras = {name: extra for name, extra in extras.items() if name not in keywords}
    always = {name: as_source(value) for name, value in keywords.items()}
    plain = WayToMake(lambda x, _: cls(x, **keywords), _written("{x}", always))
    if first == number:
        yield plain if keywords else WayToMake(lambda x, _: cls(x), "{x}")
        leaf: Any = lambda x, label: cls(x, **_given(extras, label), **keywords)  # noqa: E731
        yield WayToMake(leaf, _written("{x}", {**_texts(extras), **always}))
    else:
        leaf = lambda x, label: cls(**{number: x, **_given(extras, label), **keywords})  # noqa: E731
        yield WayToMake(leaf, _written(f"{number}={{x}}", {**_texts(extras), **always}))
        yield plain
    yield WayToMake(lambda x, _: cls(data=x, **keywords), _written("data={x}", always))
    yield WayToMake(lambda x, _: cls(value=x, **keywords), _written("value={x}", always))
    if numpy := sys.modules.get("numpy"):
        yield WayToMake(lambda x, _: cls(numpy.array(x), **keywords), "")


def _given(extras: dict[str, "_Extra"], label: str) -> dict[str, Any]:
    return {name: extra.value(label) for name, extra in extras.items()}


def _texts(extras: dict[str, "_Extra"]) -> dict[str, str]:
    return {name: extra.text for name, extra in extras.items()}


def _written(number: str, others: dict[str, str]) -> str:
    """The arguments in source; empty where one of them has no text."""
    return ", ".join([number, *(f"{name}={text}" for name, text in others.items())]) * all(others.values())


def as_source(value: Any) -> str:
    """Return what is given for a parameter, as code: a member of an enumeration by its name."""
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else repr(value)


def _construction(cls: type, places: Places) -> dict[str, Any] | None:
    """Return what the constructor of a class that computes raises in the student's own code, as data."""
    if not any(hasattr(cls, name) for name in _OPERATIONS):
        return None
    try:
        cls(_SAMPLE)
    except Exception as error:
        problem = describe(error, places)
        return problem if "line" in problem else None
    return None


class _Extra(NamedTuple):
    """The value of a parameter that is required beside the number."""

    value: Callable[[str], Any]
    """A function from the label of a node to the value."""
    text: str
    """The value in source; empty where it cannot be written."""


def _parameters(cls: type, module: types.ModuleType) -> tuple[str, str, dict[str, _Extra]]:
    """The constructor's first parameter, the one for the number, and values for what else it requires.

    Both are guessed from the names.
    """
    try:
        parameters = inspect.signature(cls).parameters
    except (TypeError, ValueError):
        return "data", "data", {}
    names = [name for name, parameter in parameters.items() if parameter.kind not in _STARS]
    first = names[0] if names else "data"
    number = next((name for name in DATA_NAMES if name in names), first)
    required = [name for name in names if parameters[name].default is inspect.Parameter.empty]
    extras = {name: _extra(name.lower(), module) for name in required if name != number}
    return first, number, extras


def _extra(name: str, module: types.ModuleType) -> _Extra:
    if (shared := _companion(name, module)) is not None:
        return _Extra(lambda _: shared, "")
    if any(word in name for word in ("label", "name")):
        return _Extra(lambda label: label, "{label}")
    fixed = _usual_value(name)
    return _Extra(lambda _: fixed, repr(fixed))


def _usual_value(name: str) -> Any:
    if any(word in name for word in ("child", "parent", "prev", "input")):
        return ()
    if "grad" in name:
        return 0.0
    return "" if "op" in name else None


def _companion(name: str, module: types.ModuleType) -> Any:
    """An object of the class that a parameter is named after: the `Tape` that all values share."""
    for cls in _classes(module):
        if cls.__name__.lower() == name.strip("_"):
            try:
                return cls()
            except Exception:
                return None
    return None


def _data_name(example: Any) -> str | None:
    for name in (*DATA_NAMES, *own_names(example)):
        try:
            value = getattr(example, name)
            is_number = not callable(value) and type(value) is not bool
            if is_number and not holds_object(value, type(example)) and bool(value == _SAMPLE):
                return str(name)
        except Exception:  # noqa: S112 - the next name may be readable
            continue
    close = (name for name in DATA_NAMES if _is_close_to_sample(example, name))
    return next(close, None)


def own_names(example: Any) -> list[str]:
    """The attributes it has of its own, in a `__dict__` or in slots."""
    try:
        return list(example.__dict__)
    except Exception:  # without a __dict__, and with a __getattr__ that raises something else
        return [name for name, thing in _members(type(example)) if inspect.ismemberdescriptor(thing)]


def _members(cls: type) -> list[tuple[str, Any]]:
    return [pair for base in cls.__mro__ for pair in base.__dict__.items()]


def _is_close_to_sample(example: Any, name: str) -> bool:
    """Whether it holds nearly the number given: a class that rounds its data is still the class."""
    try:
        value = getattr(example, name)
        is_number = type(value) in (int, float) or getattr(value, "size", None) == 1
        return is_number and bool(abs(value - _SAMPLE) < 1)
    except Exception:
        return False


def _first_attribute(example: Any, names: tuple[str, ...], *, callable_only: bool = False) -> str | None:
    for name in names:
        try:
            value = getattr(example, name)
        except Exception:  # noqa: S112 - the next name may be there
            continue
        if callable(value) == callable_only and (not isinstance(value, _NO_NUMBER) or _ends_in_comma(value)):
            return name
    return None


def _ends_in_comma(value: Any) -> bool:
    """Whether it was meant as a number: `self.grad = 0.0,` makes a tuple."""
    return type(value) is tuple and [type(each) for each in value] in ([float], [int])


def backward_names(cls: type, module: types.ModuleType) -> list[str]:
    """Methods that look as if they started the backward pass; then functions of the module that do."""
    methods = [name for name in dir(cls) if callable(getattr(cls, name, None))]
    known = [name for name in BACKWARD_NAMES if name in methods]
    alike = [name for name in methods if LOOKS_LIKE_BACKWARD.match(name) and not name.startswith("_")]
    functions = [
        name
        for name, thing in module.__dict__.items()
        if isinstance(thing, types.FunctionType)
        and (name in BACKWARD_NAMES or LOOKS_LIKE_BACKWARD.match(name))
    ]
    return list(dict.fromkeys(known + alike + functions))


def _other_leaves(chosen: ValueClass, classes: list[type]) -> list[Callable[[float, str], Any]]:
    """Leaves some classes want instead: a subclass such as `Parameter`."""
    wanted = [
        cls
        for cls in classes
        if cls is not chosen.cls and cls.__name__ in LEAF_NAMES and issubclass(cls, chosen.cls)
    ]
    makings = (_leaf_maker(cls, chosen.module, {}) for cls in wanted)
    return [making.leaf for making in makings if making is not None]


def _class_place(cls: type, places: Places) -> dict[str, Any]:
    """The line of its first method stands for the class; `type_name` keeps the name honest."""
    held = dict(cls.__dict__)
    fields = held.get("__dataclass_fields__")
    if type(fields) is dict:  # the default of a field may be a function, and is no method
        held = {name: thing for name, thing in held.items() if name not in fields}
    firsts = [place for thing in held.values() if (place := places.of_code(thing))]
    return (
        min(firsts, key=lambda place: (place.get("cell", 0), place["line"]))
        if firsts
        else {"of": type_name(cls)}
    )
