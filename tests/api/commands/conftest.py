"""A sandbox that commands take and give back, for tests of what a command says: to start one takes 0.3 s.

That a command starts one of its own, and leaves nothing of it, is seen in `test_check_process.py`.
"""

import pytest

from grader.sandbox import choice
from grader.sandbox.embedded import Embedded


class _Lent(Embedded):
    """That of all tests: who closes it only gives it back."""

    def __init__(self, kept: Embedded) -> None:
        self.__dict__ = kept.__dict__

    def close(self) -> None:
        """Stay open: later tests use the same sandbox."""


@pytest.fixture
def lent_sandbox(sandbox: Embedded, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of this process grade in the sandbox of all tests."""
    monkeypatch.setattr(choice, "Embedded", lambda **_: _Lent(sandbox))
