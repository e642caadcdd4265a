"""Finds the object that must be there before any node is made, where no class works without it."""

import builtins
import dis
import inspect
import types
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice

from ..model.companion import Companion
from ..model.find_class import ValueClass
from ..model.layout import Layouts
from ..model.signatures import signature_of
from ..model.smallest import ask
from ..running.problem import classes_of, in_submission
from .discover import prepare
from .flags import Keywords

_MOST = 6
"""Classes that are tried."""


def with_companion(
    look: Callable[[Keywords], ValueClass], module: types.ModuleType, layouts: Layouts
) -> ValueClass | None:
    """Return the class whose nodes work once an object of the file is made; None where none helps."""
    ways = [*_companions(module)]
    for needs_gradient in (True, False):
        # A class with a mistake gives no gradient beside any: then the first counts beside which it is found.
        for companion in ways:
            before = dict(module.__dict__)
            found = _looked_at_beside(companion, look, module, layouts, needs_gradient=needs_gradient)
            if found is not None:
                found.note("made-first", name=companion.written)
                return found
            layouts.companion = None
            module.__dict__.clear()
            module.__dict__.update(before)
    return None


def _looked_at_beside(
    companion: Companion,
    look: Callable[[Keywords], ValueClass],
    module: types.ModuleType,
    layouts: Layouts,
    *,
    needs_gradient: bool,
) -> ValueClass | None:
    """Return the class as it is beside this object; None where there is none, or no input gets a gradient."""
    module.__dict__[companion.name] = companion.thing
    layouts.companion = companion
    with suppress(Exception):
        companion.begin()
        found = look({})
        prepare(found)
        is_asked = found.asked is not None or found.returned is not None
        if is_asked or not needs_gradient or ask(found).received:
            return found
    return None


def _companions(module: types.ModuleType) -> Iterator[Companion]:
    """Yield an object of each class that computes nothing by operators and needs no arguments."""
    computing_nothing = (cls for cls in classes_of(module) if not hasattr(cls, "__add__"))
    for cls in islice(computing_nothing, _MOST):
        own = next((name for name, thing in vars(module).items() if type(thing) is cls), None)
        with suppress(Exception):
            is_made_alone = not any(each.default is each.empty for each in signature_of(cls).values())
            if own is None and not is_made_alone:
                continue
            thing = vars(module)[own] if own else cls()
            name = own or _name_of(cls, thing, module)
            yield Companion(cls, name, thing, is_entered=hasattr(cls, "__enter__"))


def _name_of(cls: type, thing: object, module: types.ModuleType) -> str:
    """Return the global name that the object has, or that code of the file looks for in vain."""
    given = [name for name, each in vars(module).items() if each is thing]
    unknown = sorted(_unknown_names(module))
    alike = [name for name in unknown if name.strip("_").lower() in cls.__name__.lower()]
    return next(iter((*given, *alike, *unknown)), cls.__name__.lower())


def _unknown_names(module: types.ModuleType) -> set[str]:
    """Return the global names that functions and methods read and nobody has defined."""
    holders = [module, *classes_of(module)]
    functions = [each for holder in holders for each in vars(holder).values() if inspect.isfunction(each)]
    read = {
        each.argval
        for function in functions
        if in_submission(function)
        for each in dis.get_instructions(function)
        if each.opname == "LOAD_GLOBAL"
    }
    return read - vars(module).keys() - vars(builtins).keys()
