"""The sandbox that the environment asks for, and what is said of it at the start."""

from collections.abc import Mapping

from api.i18n import gettext as _, listed
from api.terminal.console import tell, warn
from grader.errors import SandboxUnavailable
from grader.sandbox.choice import DEFAULT_TAG, Chosen, ContainerProblem, SandboxOptions, Wish, choose
from grader.sandbox.imports import Imports
from grader.sandbox.level import Level
from grader.sandbox.limits import Pooling

WISH, IMAGE, ENGINE = "BACKGRADE_SANDBOX", "BACKGRADE_SANDBOX_IMAGE", "DOCKER_HOST"
"""Variables of the environment."""


def started(
    environment: Mapping[str, str],
    pooling: Pooling | None = None,
    *,
    threads: int = 1,
    imports: Imports = Imports.USUAL,
) -> Chosen:
    """Return the sandbox, which starts in the background and serves this many threads.

    Raises `SandboxUnavailable` if what is asked for cannot be had, or is nothing there is.
    """
    return choose(
        SandboxOptions(
            wish=_wish(environment.get(WISH) or Wish.AUTO),
            engine=engine_address(environment),
            image=image_name(environment),
            pooling=pooling or Pooling(),
            threads=threads,
            imports=imports,
        )
    )


def engine_address(environment: Mapping[str, str]) -> str | None:
    """Return the address of the engine, if it is not the usual one."""
    return environment.get(ENGINE) or None


def image_name(environment: Mapping[str, str]) -> str:
    """The image that containers are made of."""
    return environment.get(IMAGE) or DEFAULT_TAG


def announce(chosen: Chosen, environment: Mapping[str, str]) -> None:
    """Print on standard error which sandbox grades, at which level, and what a stronger one needs.

    Raises `GraderError` if it does not serve.
    """
    from api.words.sandbox import lacking, level_line

    if chosen.lack in {ContainerProblem.IMAGE, ContainerProblem.OWN_IMAGE}:
        tell(lacking(chosen.lack, image_name(environment)))
    warn(_("Sandbox: {level}", level=level_line(chosen.sandbox.level)))


def require_level(level: Level, least: Level) -> None:
    """Refuse a weaker sandbox than was asked for. Raises `SandboxUnavailable` if it is weaker."""
    if level < least:  # E0 to E5, from the weakest up
        raise SandboxUnavailable(
            _(
                "the sandbox on this machine is {level}, but {least} or stronger is required",
                level=level,
                least=least,
            )
        )


def _wish(text: str) -> Wish:
    try:
        return Wish(text)
    except ValueError:
        message = _(
            "{variable} is {value}, but must be one of {choices}.",
            variable=WISH,
            value=repr(text),
            choices=listed(list(Wish), either=True),
        )
        raise SandboxUnavailable(message) from None
