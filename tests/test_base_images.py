"""Base images are named by tag and digest, so that no registry can replace them; one command renews them."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
PINNED = re.compile(r"[a-z0-9./_-]+:[\w.-]+@sha256:[0-9a-f]{64}")
BASES = TOP / "docker" / "base-images.txt"
RENEW = Path("docker", "renew_images.py")
BUILT = "backgrade"
"""The image that Compose builds from our recipe, and pulls from nowhere."""
LEFT_OUT = {"node_modules", "build", "dist"}
OFFICIAL = re.compile(
    r"(?<![\w/.-])(?:python|node|postgres|debian|ubuntu|alpine|busybox|nginx|redis):\d[\w.-]*(?!@sha256:[0-9a-f]{64})(?![\w.@-])"
)
"""The name of an official image with its tag, and no digest behind it."""


def recipes() -> Iterator[tuple[str, str]]:
    """Each file of ours that a container engine or Compose reads, or that writes such a file."""
    for folder, folders, names in os.walk(TOP):
        folders[:] = [name for name in folders if name not in LEFT_OUT and not name.startswith(".")]
        for name in names:
            path = Path(folder, name)
            if is_recipe(path.relative_to(TOP)):
                yield str(path.relative_to(TOP)), path.read_text(encoding="utf-8")


def is_recipe(path: Path) -> bool:
    if path.parts[0] == "docker" or path.is_relative_to("api/packages/files") or path.parts[0] == ".ci":
        return True
    return "dockerfile" in path.name.lower() or path.suffix in {".yml", ".yaml"}


def bases(recipe: str) -> Iterator[str]:
    """What each `FROM` of a recipe names that is no stage of it, with the default of an argument put in."""
    defaults = dict(re.findall(r"^ARG (\w+)=(\S+)$", recipe, flags=re.MULTILINE))
    needed = set(re.findall(r"^ARG (\w+)$", recipe, flags=re.MULTILINE))
    stages = {"scratch"}
    for line in re.findall(r"^FROM (.+)$", recipe, flags=re.MULTILINE):
        image, _, stage = line.partition(" AS ")
        argument = image.removeprefix("${").removesuffix("}")
        if argument not in needed and image not in stages:
            yield defaults.get(argument, image)
        stages.add(stage)


def unpinned(recipe: str) -> list[str]:
    """The base images in a recipe that are not named by their digest."""
    pulled = set(re.findall(r"^ +image: (\S+)$", recipe, flags=re.MULTILINE)) - {BUILT}
    named = [*bases(recipe), *pulled]
    return [*(image for image in named if not PINNED.fullmatch(image)), *OFFICIAL.findall(recipe)]


def test_every_base_image_is_named_by_its_digest() -> None:
    found = dict(recipes())
    assert {"docker/service.Dockerfile", "docker/compose.yml", "api/packages/files/image/Dockerfile"} <= set(
        found
    )
    assert {name: images for name, recipe in found.items() if (images := unpinned(recipe))} == {}


@pytest.mark.parametrize(
    "recipe",
    [
        "FROM python:3.11-slim\n",
        "FROM registry.example/base\n",
        "ARG BASE=debian:12\nFROM ${BASE} AS built\n",
        "FROM python:3.11-slim@sha256:12ab\n",
        "services:\n  database:\n    image: postgres:17\n",
        "docker pull node:22-slim\n",
    ],
)
def test_one_that_is_not_is_found(recipe: str) -> None:
    assert unpinned(recipe)


def test_a_tag_has_the_same_digest_everywhere() -> None:
    named = {image for _, recipe in recipes() for image in PINNED.findall(recipe)}
    assert len({tag(image) for image in named}) == len(named)


def test_each_python_that_we_support_has_a_base() -> None:
    oldest = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    pythons = [
        int(minor) for minor in re.findall(r"^python:3\.(\d+)-slim@", BASES.read_text("utf-8"), re.MULTILINE)
    ]
    assert pythons == list(range(int(oldest.removeprefix(">=3.")), pythons[-1] + 1))
    assert sys.version_info.minor in pythons


def renewed(folder: Path, digest: str) -> subprocess.CompletedProcess[str]:
    """Renew the images of a copy of our recipes, with an engine that knows this digest of every tag."""
    for name, recipe in recipes():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(recipe, encoding="utf-8")
    engine = folder / "bin" / "docker"
    engine.parent.mkdir()
    engine.write_text(f'#!/bin/sh\necho "$@" >>{folder}/asked\necho {digest}\n', encoding="utf-8")
    engine.chmod(0o755)
    return subprocess.run(
        [sys.executable, folder / RENEW],
        env={"PATH": f"{engine.parent}:{os.environ['PATH']}"}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_one_command_renews_them_everywhere(tmp_path: Path) -> None:
    digest = f"sha256:{'ab' * 32}"
    before = {image for _, recipe in recipes() for image in PINNED.findall(recipe)}

    done = renewed(tmp_path, digest)

    assert done.returncode == 0, done.stderr
    after = {
        image
        for name, _ in recipes()
        for image in PINNED.findall((tmp_path / name).read_text(encoding="utf-8"))
    }
    assert after == {f"{tag(image)}@{digest}" for image in before}
    assert len((tmp_path / "asked").read_text().splitlines()) == len(before)
    assert all(f"{image}\n" in done.stdout.replace(f": {digest}", "") for image in map(tag, before))


def tag(image: str) -> str:
    return image.partition("@")[0]


def test_an_answer_that_is_no_digest_changes_nothing(tmp_path: Path) -> None:
    done = renewed(tmp_path, "unknown")

    assert done.returncode != 0
    assert "names no digest" in done.stderr
    for name, recipe in recipes():
        assert (tmp_path / name).read_text(encoding="utf-8") == recipe
