"""Runs the benches named on the command line, or all of them; a bench is a module with `main()`."""

import importlib
import pkgutil
import sys

import bench


def main() -> None:
    """Print each bench's figures under its name."""
    names = [
        module.name for module in pkgutil.iter_modules(bench.__path__) if not module.name.startswith("_")
    ]
    for name in sys.argv[1:] or names:
        module = importlib.import_module(f"bench.{name}")
        print(f"{name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
        module.main()


if __name__ == "__main__":
    main()
