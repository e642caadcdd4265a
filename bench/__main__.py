"""Runs the benches named on the command line; lists them without a name. A bench is a module with `main()`.

    python -m bench                         # every bench in a line
    python -m bench --all                   # runs every bench, which takes hours
    python -m bench NAME... [OPTION...]
    python -m bench NAME... --help

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
    """Print each bench's figures under its name, or the list of benches."""
    names = list(takewhile(lambda argument: not argument.startswith("-"), arguments))
    options = arguments[len(names) :]
    if unknown := set(names) - set(_known()):
        sys.exit(f"There is no bench {', '.join(sorted(unknown))}. There are: {', '.join(_known())}.")
    if arguments == ["--all"]:
        names, options = _known(), []
    if not names or {"-h", "--help"} & set(options):
        _help(names)
        return
    for name in names:
        module = _module(name)
        print(f"{name}: {_title(module)}", flush=True)
        module.main(*([options] if options else []))


def _help(names: Sequence[str]) -> None:
    """Print what each of these benches measures and takes; without names, each bench in a line."""
    for name in names:
        print(f"{name}: {_module(name).__doc__}")
    if names:
        return
    print(__doc__)
    for name in _known():
        print(f"    {name:16} {_title(_module(name))}")


def _known() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(bench.__path__) if not module.name.startswith("_")]


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"bench.{name}")


def _title(module: ModuleType) -> str:
    return (module.__doc__ or "").splitlines()[0]


if __name__ == "__main__":
    main(sys.argv[1:])
