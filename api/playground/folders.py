"""Where the parts of the playground are."""

from pathlib import Path

_HERE = Path(__file__).parent
TEMPLATES = _HERE / "templates"
STATIC = _HERE / "static"
VENDOR = _HERE.parents[1] / "build" / "pyodide"
"""The folder of `make assets` for Pyodide and the wheels that the engine needs in it. No release has it."""
PAGES = _HERE.parent / "pages" / "templates"
"""The templates of the service."""
