"""Rules that hold for many things alike: one test asks them of all, and lists every thing that offends.

For what is cheap to ask. A case of pytest costs several milliseconds in each process of a run, so what takes
less is no case of its own. Whoever needs a fixture for each thing parametrises.
"""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

import pytest
from _pytest.mark import ParameterSet

Test = Callable[..., None]


def for_each(
    names: str | Sequence[str],
    things: Iterable[Any],
    ids: Callable[[Any], object] | Iterable[object] | None = None,
) -> Callable[[Test], Test]:
    """Decorate a test as `parametrize` does, of which one run asks for every thing.

    Raises `ValueError` if there is none: the rule would hold of nothing.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    given = list(things)
    labels = [_label(thing, ids) for thing in given] if ids is None or callable(ids) else list(map(str, ids))
    if not given:
        message = f"nothing is given for {', '.join(arguments)}"
        raise ValueError(message)
    cases = list(zip(labels, (_values(arguments, thing) for thing in given), strict=True))

    def decorate(test: Test) -> Test:
        @wraps(test)
        def asked_of_all(**fixtures: Any) -> None:
            offenders = [error for name, case in cases if (error := _offence(test, name, case, fixtures))]
            if offenders:
                message = f"{len(offenders)} of {len(cases)} offend"
                raise ExceptionGroup(message, offenders)

        signature = inspect.signature(test)
        kept = [each for name, each in signature.parameters.items() if name not in arguments]
        vars(asked_of_all)["__signature__"] = signature.replace(parameters=kept)
        return asked_of_all

    return decorate


def _label(thing: Any, naming: Callable[[Any], object] | None) -> str:
    """What the thing is called where it offends."""
    if isinstance(thing, ParameterSet):
        return str(thing.id or thing.values)
    return str(naming(thing)) if naming else repr(thing)


def _values(names: Sequence[str], thing: Any) -> dict[str, Any]:
    """The arguments that the thing gives."""
    if isinstance(thing, ParameterSet):
        return dict(zip(names, thing.values, strict=True))
    return dict(zip(names, [thing] if len(names) == 1 else thing, strict=True))


def _offence(test: Test, name: str, case: dict[str, Any], fixtures: dict[str, Any]) -> Exception | None:
    try:
        test(**case, **fixtures)
    except pytest.skip.Exception as skipped:
        message = f"{name}: a rule for all skips none, but {skipped}"
        return AssertionError(message)
    except Exception as error:  # noqa: BLE001 whatever it is, the others are asked too
        error.add_note(name)
        return error
    return None
