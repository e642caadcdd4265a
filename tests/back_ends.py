"""The back-ends that the same tests run on: the embedded one, and containers where an engine has our image.

With BACKGRADE_REQUIRE_DOCKER=1, as in CI, containers that cannot be had are a failure. Without it their tests
are skipped and say why.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

import pytest

from grader.errors import SandboxUnavailable
from grader.sandbox.base import Sandbox
from grader.sandbox.embedded import Embedded
from grader.sandbox.limits import Limits

NAMES = ("embedded", "container")
REQUIRED = os.environ.get("BACKGRADE_REQUIRE_DOCKER") == "1"


@contextmanager
def serving(name: str, limits: Limits | None = None) -> Iterator[Sandbox]:
    """A back-end of that name for as long as the context lasts; skips the test where there is none."""
    with closing(Embedded(limits) if name == "embedded" else _containers(limits or Limits())) as made:
        yield made


def _containers(limits: Limits) -> Sandbox:
    if not REQUIRED and (lack := _lack()):
        pytest.skip(lack)
    return _of_engine(limits)


@cache
def _lack() -> str:
    """Why there are no containers; empty where there are."""
    if not (os.environ.get("DOCKER_HOST") or Path("/var/run/docker.sock").exists()):
        return "there is no container engine"
    try:
        _of_engine(Limits()).close()
    except (ImportError, SandboxUnavailable) as error:
        return f"no containers here: {error}"
    return ""


def _of_engine(limits: Limits) -> Sandbox:
    from grader.sandbox.contained import Contained
    from grader.sandbox.container import Engine
    from grader.sandbox.hardening import Bounds
    from grader.sandbox.image import DEFAULT_TAG
    from grader.sandbox.limits import Pooling

    engine = Engine(os.environ.get("DOCKER_HOST"))
    image = engine.image(DEFAULT_TAG)
    if image is None:
        engine.close()
        raise SandboxUnavailable(f"there is no image {DEFAULT_TAG}; `backgrade sandbox build` builds it")
    return Contained(engine, image.id, Bounds(submission=limits), Pooling(size=1))
