"""Which back-end serves: containers where there is an engine and our image, else the embedded one."""

from contextlib import ExitStack, closing, suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.errors import SandboxUnavailable
from grader.sandbox.embedded import Embedded
from grader.sandbox.imports import Imports
from grader.sandbox.limits import Pooling

if TYPE_CHECKING:
    from grader.sandbox.contained import Contained
    from grader.sandbox.container import Facts
    from grader.sandbox.protocol import Sandbox

DEFAULT_TAG = "backgrade-sandbox"

_USUAL_SOCKET = Path("/var/run/docker.sock")


class Wish(StrEnum):
    """The sandbox that the operator asks for."""

    AUTO = "auto"
    CONTAINER = "container"
    EMBEDDED = "embedded"


class ContainerProblem(StrEnum):
    """Why there are no containers."""

    ENGINE = "engine"
    IMAGE = "image"
    OWN_IMAGE = "own-image"
    """The image is not made from what is installed here."""


class SandboxOptions(NamedTuple):
    """Everything that an operator may say about it."""

    wish: Wish = Wish.AUTO
    engine: str | None = None
    """Its address; None for the usual place."""
    image: str = DEFAULT_TAG
    """A name; in production one with a digest."""
    pooling: Pooling = Pooling()
    threads: int = 1
    """How many will use it at once."""
    imports: Imports = Imports.USUAL
    """The imports of the submission that comes first."""


class Chosen(NamedTuple):
    """A back-end, and what was lacking where containers could have served."""

    sandbox: "Sandbox"
    lack: ContainerProblem | None = None
    engine: "Facts | None" = None
    """The engine that serves."""


_ahead: list[Embedded] = []
"""A sandbox that was started before anybody knew which one is wanted."""


def start_ahead(imports: Imports) -> None:
    """Start the embedded back-end for a single file, where it is likely to be the one that is chosen.

    Who comes to `choose` later takes it, or leaves it to end with this process.
    """
    if not _USUAL_SOCKET.exists():
        with suppress(SandboxUnavailable):  # `choose` comes to that too, and says so
            sandbox = Embedded(serves_many=False)
            sandbox.warm_up(imports)
            _ahead.append(sandbox)


def choose(wanted: SandboxOptions) -> Chosen:
    """The back-end that serves. It gets ready in the background.

    Raises `SandboxUnavailable` if containers are asked for and there are none, with the reason.
    """
    if wanted.wish is Wish.EMBEDDED:
        return _embedded(wanted, None)
    if wanted.wish is Wish.AUTO and wanted.engine is None and not _USUAL_SOCKET.exists():
        return _embedded(wanted, ContainerProblem.ENGINE)  # to ask for one takes longer than a check
    try:
        sandbox = _contained(wanted)
    except SandboxUnavailable:
        if wanted.wish is Wish.CONTAINER:
            raise
        return _embedded(wanted, ContainerProblem.ENGINE)
    if not isinstance(sandbox, ContainerProblem):
        sandbox.warm_up(wanted.imports)
        return Chosen(sandbox, engine=sandbox.facts)
    if wanted.wish is Wish.CONTAINER:
        raise SandboxUnavailable(_refusal(sandbox, wanted.image))
    return _embedded(wanted, sandbox)


def _embedded(wanted: SandboxOptions, lack: ContainerProblem | None) -> Chosen:
    each = [_embedded_for(wanted) for _ in range(wanted.threads)]
    for sandbox in each:
        sandbox.warm_up(wanted.imports)
    if wanted.threads == 1:
        return Chosen(each[0], lack)
    from grader.sandbox.several import Several

    return Chosen(Several(each), lack)


def _embedded_for(wanted: SandboxOptions) -> Embedded:
    """Return one that was started ahead, if it fits; else a new one."""
    serves_many = wanted.pooling.size > 1
    return _ahead.pop() if _ahead and not serves_many else Embedded(serves_many=serves_many)


def _contained(wanted: SandboxOptions) -> "Contained | ContainerProblem":
    """Containers of our image, or what is lacking; raises where no engine answers."""
    from grader.sandbox.contained import Contained
    from grader.sandbox.container import ContainerEngine
    from grader.sandbox.image import LABEL, source_digest

    with ExitStack() as stack:
        engine = stack.enter_context(closing(ContainerEngine(wanted.engine)))
        image = engine.image(wanted.image)
        if image is None:
            return ContainerProblem.IMAGE
        if image.labels.get(LABEL) != source_digest():
            return ContainerProblem.OWN_IMAGE
        contained = Contained(engine, image.id, pooling=wanted.pooling)
        stack.pop_all()
        return contained


def _refusal(lack: ContainerProblem, image: str) -> str:
    what = (
        "there is no image"
        if lack is ContainerProblem.IMAGE
        else "not made from what is installed here: image"
    )
    return f"{what} {image}; `backgrade sandbox build` builds it"
