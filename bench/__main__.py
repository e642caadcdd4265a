"""Runs the benches named on the command line, or all of them; a bench is a module with `main()`.

What begins with a dash, and all behind it, is handed to the bench: `python -m bench diagnosis --pairs`.
"""

import importlib
import pkgutil
import sys
from itertools import takewhile

import bench


def main() -> None:
    """Print each bench's figures under its name."""
    known = [
        module.name for module in pkgutil.iter_modules(bench.__path__) if not module.name.startswith("_")
    ]
    names = list(takewhile(lambda argument: not argument.startswith("-"), sys.argv[1:]))
    options = sys.argv[1 + len(names) :]
    for name in names or known:
        module = importlib.import_module(f"bench.{name}")
        print(f"{name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
        module.main(*([options] if options else []))


if __name__ == "__main__":
    main()
