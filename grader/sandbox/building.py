"""Builds the sandbox's image with what is installed here."""

from collections.abc import Iterator
from pathlib import Path

from grader.sandbox.container import ContainerEngine
from grader.sandbox.image import DOCKERFILE, LABEL, build_context, source_digest


def build(engine: ContainerEngine, *, base: str, tag: str, wheel: Path | None = None) -> Iterator[str]:
    """Build and name the image; yield what the engine tells on the way. What it replaces is removed.

    Raises `SandboxUnavailable` if it cannot be built.
    """
    context = build_context(engine.facts().machine, wheel)
    labels = {LABEL: source_digest()}
    yield from engine.build(context, dockerfile=DOCKERFILE, base=base, tag=tag, labels=labels)
    engine.remove_unnamed_images(LABEL)
