"""The container engine of the tests: where there is one, with our image, containers are tested too."""

import os
import shutil
from functools import cache
from pathlib import Path

import pytest

from api.process.sandboxes import engine_address, image_name
from grader.errors import SandboxUnavailable
from grader.sandbox.container import ContainerEngine
from grader.sandbox.image import LABEL, source_digest

_DATABASE, _IMAGE_WHEELS = "BACKGRADE_TEST_DATABASE_BASE", "BACKGRADE_TEST_IMAGE_WHEELS"
COMPOSE_REQUIRED = os.environ.get("BACKGRADE_REQUIRE_COMPOSE") == "1"
REQUIRED = os.environ.get("BACKGRADE_REQUIRE_DOCKER") == "1"


@cache
def lacking() -> str:
    """What keeps containers from being tested; nothing where they can be."""
    try:
        engine = connected()
    except SandboxUnavailable:
        return "no container engine answers (DOCKER_HOST says where it is)"
    image = engine.image(image_name(os.environ))
    engine.close()
    if image is None or image.labels.get(LABEL) != source_digest():
        return f"the engine has no image {image_name(os.environ)} of this version (backgrade sandbox build)"
    return ""


def unnamed() -> str:
    """What an engine alone does not give: variables that are to name it; empty where nothing is lacking."""
    names = [name for name in ("BACKGRADE_TEST_BASE", "BACKGRADE_TEST_WHEELS") if not os.environ.get(name)]
    return "" if lacking() or not names else f"not set: {', '.join(names)}"


def connected() -> ContainerEngine:
    """The engine."""
    return ContainerEngine(engine_address(os.environ))


def image_id(engine: ContainerEngine) -> str:
    """Our image."""
    image = engine.image(image_name(os.environ))
    assert image is not None
    return image.id


def base() -> str:
    """An image with Debian and Python to build on, which an engine without a network cannot fetch."""
    name = os.environ.get("BACKGRADE_TEST_BASE")
    if not name:
        pytest.skip("BACKGRADE_TEST_BASE does not name a base to build on")
    return name


def wheels() -> Path:
    """A folder with the wheels of what Backgrade needs, for the Python of the base."""
    name = os.environ.get("BACKGRADE_TEST_WHEELS")
    if not name:
        pytest.skip("BACKGRADE_TEST_WHEELS does not name a folder with the wheels that Backgrade needs")
    return Path(name)


def compose_lacking() -> str:
    """Why the compose file cannot be started; empty where it can."""
    if reason := lacking() or unnamed():
        return reason
    if not shutil.which("docker-compose"):
        return "docker-compose is not installed"
    names = [name for name in (_DATABASE, _IMAGE_WHEELS) if not os.environ.get(name)]
    return f"not set: {', '.join(names)}" if names else ""


def database_base() -> str:
    """An image with Debian and PostgreSQL."""
    return os.environ[_DATABASE]


def image_wheels() -> Path:
    """A folder with the wheels of what our image consists of, for the Python of the base."""
    return Path(os.environ[_IMAGE_WHEELS])


def require() -> None:
    """Skip where there are no containers."""
    if reason := lacking():
        pytest.skip(reason)
