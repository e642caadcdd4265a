"""How students of a made term build their class: one style a file, found by file name."""

import importlib
import pkgutil
from dataclasses import replace
from functools import cache

from bench.term.styles._style import Edits, Mistake, Style

__all__ = ["Edits", "Mistake", "Style", "load"]


@cache
def load() -> dict[str, Style]:
    """Every style by slug, in the order of the slugs."""
    slugs = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name[0] != "_")
    return {slug: replace(_module_style(slug), slug=slug) for slug in slugs}


def _module_style(slug: str) -> Style:
    style = importlib.import_module(f"{__name__}.{slug}").STYLE
    assert isinstance(style, Style), f"{slug}.py has no STYLE"
    return style
