"""Runs the benches named on the command line, or all of them; a bench is a module with `main()`.

    python -m bench [NAME...] [OPTION...]
    python -m bench [NAME...] --help

What begins with a dash, and all behind it, goes to the bench: `python -m bench diagnosis --pairs`.
"""

import importlib
import pkgutil
import sys
from collections.abc import Sequence
from itertools import takewhile
from types import ModuleType

import bench


def main(arguments: Sequence[str]) -> None:
    """Print each bench's figures under its name."""
    names = list(takewhile(lambda argument: not argument.startswith("-"), arguments))
    options = arguments[len(names) :]
    if unknown := set(names) - set(_known()):
        sys.exit(f"There is no bench {', '.join(sorted(unknown))}. There are: {', '.join(_known())}.")
    if {"-h", "--help"} & set(options) or (options and not names):
        _help(names)
        return
    for name in names or _known():
        module = _module(name)
        print(f"{name}: {_title(module)}", flush=True)
        module.main(*([options] if options else []))


def _help(names: Sequence[str]) -> None:
    """What each of these benches measures and takes; without names, all of them in a line each."""
    for name in names:
        print(f"{name}: {_module(name).__doc__}")
    if names:
        return
    print(__doc__)
    for name in _known():
        print(f"    {name:12} {_title(_module(name))}")


def _known() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(bench.__path__) if not module.name.startswith("_")]


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"bench.{name}")


def _title(module: ModuleType) -> str:
    return (module.__doc__ or "").splitlines()[0]


if __name__ == "__main__":
    main(sys.argv[1:])
