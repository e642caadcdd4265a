"""Finds the routers of a package: each module without a leading underscore has one, named `router`."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from fastapi import APIRouter


def routers(package: str) -> Iterator[APIRouter]:
    """The routers of all modules of a package, in the order of their names."""
    path = import_module(package).__path__
    for module in sorted(info.name for info in iter_modules(path) if not info.name.startswith("_")):
        router = import_module(f"{package}.{module}").router
        assert isinstance(router, APIRouter)
        yield router
