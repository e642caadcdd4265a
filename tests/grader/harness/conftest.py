"""What a submission that is loaded in this process leaves behind is gone after each test."""

import sys
import typing
from collections.abc import Iterator

import pytest

from grader.harness.loading.modules import StandInFinder
from grader.harness.running.problem import MODULE


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    finders, arguments = [*sys.meta_path], sys.argv
    yield
    sys.meta_path[:] = finders
    sys.argv = arguments
    typing.__dict__.pop("__getattr__", None)
    for name, module in [*sys.modules.items()]:
        if name == MODULE or isinstance(getattr(module, "__loader__", None), StandInFinder):
            del sys.modules[name]
