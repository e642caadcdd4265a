"""Where the parts of the playground are."""

from pathlib import Path

STATIC = Path(__file__).parent / "static"
