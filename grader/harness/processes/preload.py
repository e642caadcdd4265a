"""Modules imported before any lock closes: afterwards nothing can be opened, so nothing imported.

A module that is not here loads as an inert stand-in (`modules`).
"""

import contextlib
import encodings
import importlib
import os
import sys
from typing import Any

_USUAL = """
__future__ abc atexit cmath collections collections.abc contextlib copy dataclasses enum functools gc heapq
inspect itertools math numbers operator os os.path random re string sys traceback types typing warnings
weakref encodings.ascii encodings.latin_1 encodings.utf_8 encodings.utf_8_sig unicodedata
""".split()  # noqa: SIM905 - a list of words reads better than a hundred quoted ones
"""All that these import themselves later, inside a function, is among them."""

_FURTHER = """
argparse array ast base64 bisect builtins calendar cmd codecs colorsys configparser contextvars copyreg csv
datetime decimal difflib dis doctest fractions getpass graphlib hashlib html importlib importlib.util io
json keyword linecache locale logging pathlib pdb pickle platform pprint queue reprlib secrets shutil signal
statistics struct subprocess tempfile textwrap threading time timeit token tokenize unittest unittest.mock
urllib.parse uuid zlib encodings.cp1252 encodings.idna _strptime _decimal _datetime ctypes
""".split()  # noqa: SIM905

_CODECS = encodings.__path__[0]
_ENCODINGS = [
    f"encodings.{file.removesuffix('.py')}"
    for file in sorted(os.listdir(_CODECS) if os.path.isdir(_CODECS) else ())
    if file.endswith(".py") and file[0].islower()
]
"""The modules of whatever a file may name in `# -*- coding: ... -*-`; none where they are in an archive."""

_NUMPY = [
    f"numpy{name}" for name in ("", ".random", ".fft", ".linalg", ".testing", ".typing", ".ma", ".polynomial")
]

MODULES = {
    "usual": tuple(_USUAL),
    "standard": tuple(_USUAL + _FURTHER),
    "numpy": tuple(_USUAL + _FURTHER + _NUMPY),
    "encodings": tuple(_USUAL + _FURTHER + _NUMPY + _ENCODINGS),
}
"""The modules by how much is imported."""


def preload(imports: str, numpy_folder: str | None) -> None:
    """Import what a submission may ask for; with numpy, from the folder that holds it.

    Raises `ImportError` where numpy is asked for and cannot be imported.
    """
    if numpy_folder is not None:
        sys.path.append(numpy_folder)
    for name in MODULES[imports]:
        with contextlib.nullcontext() if name.startswith("numpy") else contextlib.suppress(ImportError):
            importlib.import_module(name)
    sys.breakpointhook = _pass_over
    if "pdb" in sys.modules:
        sys.modules["pdb"].set_trace = _pass_over  # type: ignore[attr-defined]


def _pass_over(*_: Any, **__: Any) -> None:
    """Pass over a breakpoint that was left in a file: a debugger would have nobody to talk to."""
