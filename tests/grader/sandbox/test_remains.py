"""The search for what an earlier submission left finds all of it, also where memory is read page by page."""

import ctypes
import os
import platform
import sys
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import pytest

from grader.harness.lock.seccomp import TABLES
from grader.harness.processes import memory_search

PLANTED = 12_000
STRAY = 5
"""Copies that may lie elsewhere: what they were made from."""
BLOCK = 1 << 20
"""What is searched in one piece."""


def old_kernel(real: type[ctypes.CDLL]) -> Any:
    """A C library whose kernel tells nothing of whole blocks."""

    def loaded(name: str | None, **options: Any) -> Any:
        libc: Any = real(name, **options)
        libc.madvise = Mock(return_value=-1)
        return libc

    return loaded


def test_a_secret_that_crosses_a_page_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (os.urandom(12).hex().encode() for _ in range(2))
    secret = bytearray(first + second)
    planted = []
    for number in range(PLANTED):
        # Blocks are searched where modules are.
        monkeypatch.setitem(sys.modules, f"planted_{number}", ModuleType("planted"))
        planted.append(bytes(secret))
    begins = [id(each) + sys.getsizeof(b"") - 1 for each in planted]
    beside_modules = {id(each) // BLOCK + side for each in [*sys.modules.values()] for side in (-1, 0, 1)}
    within = [at for at in begins if at // BLOCK in beside_modules and at % BLOCK <= BLOCK - len(secret)]
    assert sum(at % 4096 > 4096 - len(secret) for at in within) > STRAY
    monkeypatch.setattr(ctypes, "CDLL", old_kernel(ctypes.CDLL))

    (found,) = memory_search.look(first, [second], TABLES[platform.machine()].allowed["rt_sigprocmask"])

    assert len(within) <= found <= PLANTED + STRAY
