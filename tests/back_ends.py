"""The back-ends that the same tests run on: the embedded one, and containers where they can be had."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from grader.sandbox.embedded import Embedded
from grader.sandbox.limits import Limits, Pooling
from grader.sandbox.protocol import Sandbox
from tests import engines

NAMES = ("embedded", "container")

_SHARED = Pooling(size=1, serve_per_container=50)
"""A hostile file and the right one after it run in one container, which an operator may allow."""


@contextmanager
def serving(name: str, limits: Limits | None = None) -> Iterator[Sandbox]:
    """A back-end of that name for as long as the context lasts; skips the test where there is none."""
    with closing(Embedded(limits) if name == "embedded" else _containers(limits or Limits())) as made:
        yield made


def _containers(limits: Limits) -> Sandbox:
    engines.require()
    from grader.sandbox.contained import Contained
    from grader.sandbox.hardening import Bounds

    engine = engines.connected()
    return Contained(engine, engines.image_id(engine), Bounds(submission=limits), _SHARED)
