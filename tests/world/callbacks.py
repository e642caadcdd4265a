"""A fixture for tests that grade without a fork: no callback takes the exception that ends a step."""

import gc
import sys
from collections.abc import Iterator

import pytest


@pytest.fixture
def without_callbacks() -> Iterator[None]:
    """Put tools aside that work in callbacks: a step ends by an exception wherever Python is.

    In a callback it is lost, which is no failure: the next tick ends the step.
    """
    callbacks, hook = gc.callbacks[:], sys.unraisablehook
    gc.callbacks.clear()
    sys.unraisablehook = lambda _: None
    yield
    gc.callbacks[:], sys.unraisablehook = callbacks, hook
