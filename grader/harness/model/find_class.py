"""Finds the class to grade, and how it wants to be used.

By name `Value`; else the one class whose objects hold the number they are made from. Attribute and
method names differ between honest implementations; what had to be adapted is reported.
"""

import inspect
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ..running.problem import Places, classes_of, describe, in_submission, type_name
from .asked import Asked
from .companion import Companion
from .computed import Computing
from .dialect_names import (
    BACKWARD_NAMES,
    CLASS_NAMES,
    CLOSURE_NAMES,
    COMPUTING_NAMES,
    DATA_NAMES,
    GRAD_NAMES,
    LEAF_NAMES,
)
from .keyed import in_containers
from .layout import Layouts
from .payload import (
    given_an_object,
    holds_object,
    in_objects,
    objects_of,
    unreadable,
)
from .prepared import PreparedPass
from .primitives import PRIMITIVES
from .read import Reader
from .returned import ReturnedGradients
from .ways_to_make import SAMPLE, way_to_make

LOOKS_LIKE_BACKWARD = re.compile(r"^(run|do|compute|calc)?_?back", re.IGNORECASE)
_CONSTANT = re.compile(r"const|literal|number", re.IGNORECASE)
_OPERATIONS = ("__add__", "__mul__", "add", "mul")
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
    opened: Any = None
    """The context that stays open, where nodes record only inside of one."""
    pass_class: type = object
    """The class whose method a pass is: it, or that of its results where only these have one, or `object`."""
    pass_holder: Any = None
    """The module or an object that nodes share, such as a tape: it has the pass where the class has none."""
    holder_name: str = ""
    """The name of that object; empty for the module."""
    pass_flag: str | None = None
    """The parameter of the pass that must be true for it to begin."""
    computing: Computing | None = None
    """The method that gives a result its number, where it has none before."""
    prepared: PreparedPass | None = None
    """The pass with the call that it needs before it, where it needs one."""
    returned: ReturnedGradients | None = None
    """The gradients that its pass returns, where it keeps none in nodes."""
    asked: Asked | None = None
    """The nodes or outputs that are asked for gradients, where no pass gives them."""
    wraps: bool = False
    """Whether its number is in an object of another class of the file, in a dict or in a list."""
    caller_seeds: bool = False
    """Whether the assignment says that the gradient of the output is set before every pass."""

    def facts(self) -> dict[str, Any]:
        """Return the facts of the class for the host."""
        return {
            "class": {"name": self.cls.__name__[:80], **_class_place(self.cls, self.places)},
            "backward": self.pass_path,
            "closures": self.closure_name,
            "notes": self.notes,
            "made": self.made,
        }

    @property
    def pass_path(self) -> str | None:
        """The name of the pass, behind that of the object whose method it is: `tape.backward`."""
        prefix = f"{self.holder_name}." if self.holder_name else ""
        return self.backward_name and f"{prefix}{self.backward_name}"

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
    """Return the class that holds data and gradients, its nodes made with these keywords beside the number.

    It is the one of this `name`, if there is one. Of several that would do, it is the likeliest.

    Raises:
        ClassNotFound: with the reason as data.
    """
    classes = classes_of(module)
    layouts.adopt(classes)
    asked = [cls for cls in classes if _is_asked(cls, module, name)]
    fits = (_dialect_of(cls, module, places, layouts, keywords or {}) for cls in asked)
    fitting = _likely([fit for fit in fits if fit is not None], needs_backward=needs_backward)
    if not fitting:
        # The reason that helps most: a class that cannot be made, else one that cannot be read, else none.
        not_made = (_construction_problem(cls, places) for cls in classes)
        not_read = (_unreadable(cls, module) for cls in asked)
        no_class = {"kind": "no-class", "classes": [cls.__name__[:80] for cls in classes[:10]]}
        raise ClassNotFound(**next(filter(None, chain(not_made, not_read, [no_class]))))
    chosen = _choose(fitting)
    if chosen.cls.__name__ != "Value":
        chosen.note("class-name", name=chosen.cls.__name__[:80])
    chosen.classes = classes
    layouts.adopt(classes, chosen.leaf(SAMPLE, "x"))
    chosen.other_leaves = _other_leaves(chosen, classes)
    return chosen


def _is_asked(cls: type, module: types.ModuleType, name: str) -> bool:
    """Whether a class may be meant by this name or by none; not if a later one has it (`Old = Value`)."""
    latest = vars(module).get(cls.__name__)
    is_replaced = latest is not cls and isinstance(latest, type) and in_submission(latest)
    return not is_replaced and name in ("", cls.__name__)


def _likely(fitting: list[ValueClass], *, needs_backward: bool) -> list[ValueClass]:
    """Return the candidates whose names say most; one that wraps another class if that has no pass."""
    # A class that wraps another one is asked last: its inner class may be the one that is meant.
    plain = [fit for fit in fitting if not fit.wraps]
    for some in (plain, fitting):
        wanted = [fit for fit in some if fit.settled and (fit.backward_name or not needs_backward)]
        if wanted:
            return wanted
    return [fit for fit in plain if fit.settled] or plain or fitting


def _meant(fitting: list[ValueClass]) -> list[ValueClass]:
    """Return the classes of which a name, or what the others have of them, says that they are meant."""
    # A name says what its author meant, so it comes before what is likely.
    by_name = {fit.cls.__name__: fit for fit in fitting}
    if "Value" in by_name:
        return [by_name["Value"]]
    bases = [fit for fit in fitting if all(issubclass(other.cls, fit.cls) for other in fitting)]
    named = [by_name[name] for name in CLASS_NAMES if name in by_name]
    return bases or named or _versions(fitting) or _kinds_of_leaf(fitting)


def _choose(fitting: list[ValueClass]) -> ValueClass:
    """Return the class that is meant, of several that would do."""
    fitting = [fit for fit in fitting if not _is_for_results(fit, fitting)]
    if len(fitting) == 1:
        return fitting[0]
    if meant := _meant(fitting):
        return meant[0]
    chosen = max(fitting, key=_likelihood)
    for other in fitting:
        if other is not chosen:
            chosen.note("other-class", name=other.cls.__name__[:80])
    return chosen


def _is_for_results(fit: ValueClass, fitting: list[ValueClass]) -> bool:
    """Whether its first argument is no number, as in `Node(left, right)`, and one of leaves inherits it."""
    heirs = [other for other in fitting if other is not fit and issubclass(other.cls, fit.cls)]
    return fit.data_name not in DATA_NAMES and any(heir.data_name in DATA_NAMES for heir in heirs)


def _likelihood(fit: ValueClass) -> tuple[bool, int]:
    """Return whether there is a pass, and how many operations it has. Of equals the first is taken."""
    names = {each for primitive in PRIMITIVES.values() for each in (primitive.method, *primitive.names)}
    return fit.backward_name is not None, sum(hasattr(fit.cls, each) for each in names if each)


def _versions(fitting: list[ValueClass]) -> list[ValueClass]:
    """Return the classes, the newest first, if all are called `ValueV1`, `ValueV2` or the like."""
    stem = next((name for name in CLASS_NAMES if all(name in fit.cls.__name__ for fit in fitting)), None)
    return fitting[::-1] if stem else []


def _kinds_of_leaf(fitting: list[ValueClass]) -> list[ValueClass]:
    """Return variables before constants, if all share a base that computes, such as `Expression`."""
    shared = set.intersection(*({*fit.cls.__mro__[1:]} for fit in fitting))
    if not any(name in base.__dict__ for base in shared for name in _OPERATIONS):
        return []
    return sorted(fitting, key=lambda fit: _CONSTANT.search(fit.cls.__name__) is not None)


def _dialect_of(
    cls: type, module: types.ModuleType, places: Places, layouts: Layouts, keywords: Mapping[str, Any]
) -> ValueClass | None:
    """Return the class's dialect, or None if its objects do not hold a number and compute with it."""
    if (making := way_to_make(cls, module, keywords)) is None:
        return None
    leaf, made = given_an_object(cls, module, making, SAMPLE) or making
    leaf = _asked_for_its_number(leaf)
    example = leaf(SAMPLE, "x")
    data_name, grad_name, wraps = _names_of_numbers(leaf, example)
    if data_name is None or not _computes(cls, module, example, data_name, layouts.companion):
        return None
    pass_class = _pass_class(cls, example)
    backward_name = next(iter(backward_names(pass_class, module)), None)
    value_class = ValueClass(
        cls=cls, module=module, places=places, layouts=layouts, leaf=leaf, made=made, data_name=data_name,
        grad_name=grad_name or "grad", backward_name=backward_name,
        closure_name=_first_attribute(example, (*CLOSURE_NAMES, *own_rules(example)), callable_only=True),
        reader=Reader(cls, data_name), other_leaves=[], settled=bool(grad_name or backward_name),
        pass_class=pass_class, pass_holder=module, wraps=wraps,
    )  # fmt: skip
    if data_name != "data":
        value_class.note("data-name", name=data_name)
    if grad_name not in (None, "grad"):
        value_class.note("gradient-name", name=grad_name)
    return value_class


def _asked_for_its_number(leaf: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    """Return the leaf, with a call of the method by which it gets its number, where it has none before."""
    example = leaf(SAMPLE, "x")
    for name in COMPUTING_NAMES if _data_name(example) is None else ():
        try:
            getattr(example, name)()
        except Exception:  # noqa: S112 - the next name may be there
            continue
        if _data_name(example) is not None:
            return lambda x, label: _computed(leaf(x, label), name)
    return leaf


def _computed(node: Any, name: str) -> Any:
    """Return a node that was asked for its number."""
    getattr(node, name)()
    return node


def _names_of_numbers(leaf: Callable[[float, str], Any], example: Any) -> tuple[str | None, str | None, bool]:
    """Return the names of data and gradient, and whether they lie deeper than in the node itself."""
    data_name, grad_name, wraps = _data_name(example), _first_attribute(example, GRAD_NAMES), False
    if objects_of(example, ()):
        data_name, grad_name, wraps = in_objects(leaf, data_name, grad_name, SAMPLE)
    if data_name is None:
        return *in_containers(leaf, grad_name, SAMPLE), True
    return data_name, grad_name, wraps


def _unreadable(cls: type, module: types.ModuleType) -> dict[str, Any] | None:
    """Return, as data, that a class keeps an object of another class with no number to read."""
    if (
        not any(hasattr(cls, name) for name in _OPERATIONS)
        or (making := way_to_make(cls, module, {})) is None
    ):
        return None
    held = objects_of(making.leaf(SAMPLE, "x"), DATA_NAMES)
    if not held:
        return None
    attribute, thing = held[0]
    return unreadable(cls, attribute, type_name(thing))


def own_rules(example: Any) -> list[str]:
    """Return the attributes of a node that have the name of a pass but are no methods: its rule."""
    own = own_names(example)
    return [name for name in BACKWARD_NAMES if name in own and not hasattr(type(example), name)]


def _computes(
    cls: type, module: types.ModuleType, example: Any, data_name: str, companion: Companion | None
) -> bool:
    """Whether there is any operation: a neuron also has data and gradients, but no `+`."""
    if any(hasattr(cls, name) for name in _OPERATIONS):
        return True
    if companion is not None:
        ways = companion.operations(PRIMITIVES["+"].names + PRIMITIVES["*"].names)
        if any(_takes(way.run, example, data_name) for way in ways):
            return True
    functions = (getattr(module, name, None) for name in ("add", "mul"))
    return any(
        isinstance(function, types.FunctionType) and _takes(function, example, data_name)
        for function in functions
    )


def _takes(function: Callable[..., Any], example: Any, data_name: str) -> bool:
    """Whether a function of the module computes with the class's objects."""
    try:
        return hasattr(function(example, example), data_name)
    except Exception:
        return False


def _construction_problem(cls: type, places: Places) -> dict[str, Any] | None:
    """Return, as data, what the constructor of a class that computes raises in the student's own code."""
    if not any(hasattr(cls, name) for name in _OPERATIONS):
        return None
    try:
        cls(SAMPLE)
    except Exception as error:
        problem = describe(error, places)
        return problem if "line" in problem else None
    return None


def _data_name(example: Any) -> str | None:
    """Return the attribute that holds the number a node was made from, or nearly."""
    for name in (*DATA_NAMES, *own_names(example)):
        try:
            value = getattr(example, name)
            is_number = not callable(value) and type(value) is not bool
            if is_number and not holds_object(value, type(example)) and bool(value == SAMPLE):
                return str(name)
        except Exception:  # noqa: S112 - the next name may be readable
            continue
    close = (name for name in DATA_NAMES if _is_close_to_sample(example, name))
    return next(close, None)


def own_names(example: Any) -> list[str]:
    """Return the attributes it has of its own, in a `__dict__` or in slots."""
    try:
        return list(example.__dict__)
    except Exception:  # without a __dict__, and with a __getattr__ that raises something else
        return [name for name, thing in _members(type(example)) if inspect.ismemberdescriptor(thing)]


def _members(cls: type) -> list[tuple[str, Any]]:
    """Return all that a class and its bases define, each with its name."""
    return [pair for base in cls.__mro__ for pair in base.__dict__.items()]


def _is_close_to_sample(example: Any, name: str) -> bool:
    """Whether an attribute is nearly the number given: a class that rounds its data is still the class."""
    try:
        value = getattr(example, name)
        is_number = type(value) in (int, float) or getattr(value, "size", None) == 1
        return is_number and bool(abs(value - SAMPLE) < 1)
    except Exception:
        return False


def _first_attribute(example: Any, names: tuple[str, ...], *, callable_only: bool = False) -> str | None:
    """Return the first of these names under which a node has a function, or a number."""
    for name in names:
        try:
            value = getattr(example, name)
        except Exception:  # noqa: S112 - the next name may be there
            continue
        if callable(value) == callable_only and (not isinstance(value, _NO_NUMBER) or _ends_in_comma(value)):
            return name
    return None


def _ends_in_comma(value: Any) -> bool:
    """Whether a value was meant as a number: `self.grad = 0.0,` makes a tuple."""
    return type(value) is tuple and [type(each) for each in value] in ([float], [int])


def _pass_class(cls: type, example: Any) -> type:
    """The class itself, or an heir of it that its sums or products are of and that alone has a pass."""
    if passes_of(cls):
        return cls
    for name in _OPERATIONS:
        try:
            result = getattr(example, name)(example)
        except Exception:  # noqa: S112 - another operation may give a result
            continue
        if isinstance(result, cls) and passes_of(type(result)):
            return type(result)
    return cls


def passes_of(cls: type) -> list[str]:
    """Return the methods that look as if they started the backward pass."""
    methods = [name for name in dir(cls) if callable(getattr(cls, name, None))]
    known = [name for name in BACKWARD_NAMES if name in methods]
    return known + [name for name in methods if LOOKS_LIKE_BACKWARD.match(name) and not name.startswith("_")]


def backward_names(cls: type, module: types.ModuleType) -> list[str]:
    """Return methods that look as if they started the backward pass; then functions of the module."""
    functions = [
        name
        for name, thing in module.__dict__.items()
        if isinstance(thing, types.FunctionType)
        and (name in BACKWARD_NAMES or LOOKS_LIKE_BACKWARD.match(name))
    ]
    return list(dict.fromkeys(passes_of(cls) + functions))


def _other_leaves(chosen: ValueClass, classes: list[type]) -> list[Callable[[float, str], Any]]:
    """Return leaves that some classes want instead: of a subclass such as `Parameter`."""
    wanted = [
        cls
        for cls in classes
        if cls is not chosen.cls and cls.__name__ in LEAF_NAMES and issubclass(cls, chosen.cls)
    ]
    makings = (way_to_make(cls, chosen.module, {}) for cls in wanted)
    return [making.leaf for making in makings if making is not None]


def _class_place(cls: type, places: Places) -> dict[str, Any]:
    """Return the line of the class's first method, which stands for the class, or its name."""
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
