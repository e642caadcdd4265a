"""Failures of the grader itself. A student's failure is never one of these: it is part of the report.

    GraderError
    ├── HarnessProtocolError
    ├── MachineTooBusy
    ├── OracleDisagreement
    ├── OracleUnavailable
    ├── SandboxUnavailable
    └── SelfTestFailed

The docstring of each is its message where none is given.
"""

import inspect
from collections.abc import Mapping


class GraderError(Exception):
    """the grader failed."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (inspect.getdoc(type(self)) or "").rstrip("."))


class HarnessProtocolError(GraderError):
    """the sandbox did not answer as asked."""


class MachineTooBusy(GraderError):
    """this machine was too busy with other work to grade a submission."""


class OracleDisagreement(GraderError):
    """an expected value is not the one that an independent computation gives."""

    def __init__(
        self,
        *,
        suite: str,
        graph: str,
        node: str,
        inputs: Mapping[str, float],
        quantity: str,
        opinion: str,
        expected: float,
        actual: float,
    ) -> None:
        at = ", ".join(f"{name} = {value!r}" for name, value in inputs.items())
        super().__init__(
            f"{suite}: {quantity} of {node} in `{graph}` at {at}: "
            f"expected {expected!r}, {opinion} says {actual!r}"
        )
        self.suite = suite
        self.graph = graph
        self.node = node
        self.inputs = dict(inputs)
        self.quantity = quantity
        self.opinion = opinion
        self.expected = expected
        self.actual = actual


class OracleUnavailable(GraderError):
    """PyTorch is not installed, so nothing can be certified; `make oracle` installs it."""


class SandboxUnavailable(GraderError):
    """no sandbox can be started here."""


class SelfTestFailed(GraderError):
    """the sandbox is not proven safe on this machine."""
