"""Modules imported before any lock closes: afterwards nothing can be opened, so nothing imported.

A module that is not here loads as an inert stand-in (`modules`).
"""

import contextlib
import importlib
import sys
from collections.abc import Sequence
from typing import Any


def preload(names: Sequence[str], numpy_folder: str | None) -> None:
    """Import what a submission may ask for; with numpy, from the folder that holds it.

    Raises:
        ImportError: where numpy is asked for and cannot be imported.
    """
    if numpy_folder is not None:
        sys.path.append(numpy_folder)
    for name in names:
        with contextlib.nullcontext() if name.startswith("numpy") else contextlib.suppress(ImportError):
            importlib.import_module(name)
    sys.breakpointhook = _pass_over
    if "pdb" in sys.modules:
        sys.modules["pdb"].set_trace = _pass_over  # type: ignore[attr-defined]


def _pass_over(*_: Any, **__: Any) -> None:
    """What a breakpoint that was left in a file does: a debugger would have nobody to talk to."""
