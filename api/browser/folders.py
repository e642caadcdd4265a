"""Where the parts are of which a browser makes an engine."""

import sys
from pathlib import Path

_API = Path(__file__).parents[1]
_BUILT = _API.parent / "build" / "pyodide"
_INSTALLED = Path(sys.prefix) / "share" / "backgrade" / "pyodide"
VENDOR = _INSTALLED if _INSTALLED.is_dir() else _BUILT
"""The folder of `make assets` for Pyodide and the wheels that the engine needs in it.

Our image has it, no release does.
"""
PAGES = _API / "pages" / "templates"
"""The templates of the service."""
TEMPLATES = _API / "playground" / "templates"
"""The templates of the playground."""
