"""Speaks with a container engine. Nothing else here imports the docker SDK.

What comes back of an engine's failure is a `SandboxUnavailable` that says what was tried.
"""

import os
import re
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from http import HTTPStatus
from typing import IO, Any, NamedTuple

import docker
from docker.constants import DEFAULT_DOCKER_API_VERSION
from docker.errors import APIError, DockerException, ImageNotFound, NotFound
from urllib3.exceptions import HTTPError

from grader.errors import SandboxUnavailable
from grader.sandbox import durations
from grader.sandbox.attached import AttachedChannel

_FAILURES = (DockerException, HTTPError, OSError, KeyError)
"""Failures of an engine. A request of the SDK fails with an OSError or with an error of urllib3. A KeyError
is one without a message, which the SDK does not expect."""
_USUAL_ADDRESS = "unix:///var/run/docker.sock"
_ADDRESSES = ("unix://", "tcp://", "http://")
_ENGINE_SINCE, _RUNC_SINCE = (28,), (1, 2, 8)
GVISOR = "runsc"
"""The runtime that gives a container a kernel of its own."""


class Facts(NamedTuple):
    """The facts that an engine says of itself."""

    id: str
    version: str
    runc: str
    machine: str
    has_gvisor: bool

    @property
    def is_outdated(self) -> bool:
        """Whether ways out of a container are known that newer versions closed."""
        return _parts(self.version) < _ENGINE_SINCE or _parts(self.runc) < _RUNC_SINCE


class Image(NamedTuple):
    """An image that the engine has."""

    id: str
    labels: Mapping[str, str]


class ContainerEntry(NamedTuple):
    """A container that the engine has, running or not."""

    id: str
    name: str
    labels: Mapping[str, str]


class ContainerEngine:
    """A connection to an engine on this machine, over a Unix socket or plain TCP.

    Raises:
        SandboxUnavailable: if none answers there.
    """

    def __init__(self, address: str | None = None) -> None:
        if address is not None and not address.startswith(_ADDRESSES):
            raise SandboxUnavailable("the container engine must be reached over a Unix socket or plain TCP")
        self._address = address or _USUAL_ADDRESS
        with self._our_failures("no container engine answers"):
            version = _spoken_version(address)
            self._pinger = docker.APIClient(base_url=address, version=version, timeout=durations.ENGINE_PING)
            self._api = docker.APIClient(base_url=address, version=version, timeout=durations.ENGINE_ANSWER)

    def ping(self) -> None:
        """See that it still answers, at once."""
        with self._our_failures("the container engine does not answer"):
            self._pinger.ping()

    def facts(self) -> Facts:
        """Ask the engine what it says of itself."""
        with self._our_failures("the container engine does not answer"):
            info, version = self._api.info(), self._api.version()
        components = {each["Name"]: each["Version"] for each in version.get("Components") or ()}
        return Facts(
            id=str(info["ID"]),
            version=str(version["Version"]),
            runc=str(components.get("runc", "")),
            machine=str(info["Architecture"]),
            has_gvisor=GVISOR in info.get("Runtimes", {}),
        )

    def image(self, name: str) -> Image | None:
        """The image of that name, if the engine has it."""
        with self._our_failures("the container engine does not answer"):
            try:
                image = self._api.inspect_image(name)
            except ImageNotFound:
                return None
        return Image(image["Id"], image["Config"].get("Labels") or {})

    def build(
        self, context: IO[bytes], *, dockerfile: str, base: str, tag: str, labels: Mapping[str, str]
    ) -> Iterator[str]:
        """Build an image and name it; gives what the engine tells on the way.

        Raises `SandboxUnavailable` if it cannot be built, with the engine's reason.
        """
        with self._our_failures("the image cannot be built"):
            lines = self._api.build(
                fileobj=context, custom_context=True, dockerfile=dockerfile, tag=tag, labels=dict(labels),
                buildargs={"BASE": base}, network_mode="none", rm=True, forcerm=True, decode=True,
                timeout=durations.IMAGE_BUILD, use_config_proxy=False,
            )  # fmt: skip
            for each in lines:
                if "error" in each:
                    raise SandboxUnavailable(f"the image cannot be built: {each['error']}")
                yield str(each.get("stream", ""))

    def remove_unnamed_images(self, label: str) -> None:
        """Remove the images with this label that no name and no container refers to."""
        with self._our_failures("old images cannot be removed"):
            for image in self._api.images(filters={"label": label, "dangling": True}):
                with suppress(APIError):
                    self._api.remove_image(image["Id"])

    def start(
        self, image: str, container: Mapping[str, Any], host: Mapping[str, Any], labels: Mapping[str, str],
        name: str,
    ) -> AttachedChannel:  # fmt: skip
        """Start a container and give the channel to it; attached before it says its first word."""
        with self._our_failures("no container can be started"), ExitStack() as undoing:
            created = self._api.create_container(
                image, name=name, host_config=self._api.create_host_config(**host), labels=dict(labels),
                stdin_open=True, **container,
            )["Id"]  # fmt: skip
            undoing.callback(self._remove_if_it_can_be, created)
            channel = undoing.enter_context(closing(self._attach(created)))
            self._api.start(created)
            undoing.pop_all()
        return channel

    def remove(self, container: str) -> None:
        """Kill a container and remove every trace of it, if it is still there."""
        with self._our_failures("a container cannot be removed"):
            try:
                self._api.remove_container(container, force=True, v=True)
            except NotFound:
                return
            except APIError as error:
                if error.status_code != HTTPStatus.CONFLICT:  # the engine is at it
                    raise

    def containers(self, label: str) -> list[ContainerEntry]:
        """Every container with this label, running or not."""
        with self._our_failures("the container engine does not answer"):
            entries = self._api.containers(all=True, filters={"label": label})
        return [ContainerEntry(each["Id"], _name(each["Names"]), each["Labels"] or {}) for each in entries]

    def memory(self, container: str) -> int:
        """Bytes that it has used at most, by the machine's account; or now, where no more is told."""
        with self._our_failures("the container engine does not answer"):
            stats = self._api.stats(container, stream=False, one_shot=True)["memory_stats"]
        return int(stats.get("max_usage") or stats.get("usage", 0))

    def close(self) -> None:
        """Let the connections go."""
        self._pinger.close()
        self._api.close()

    def _attach(self, container: str) -> AttachedChannel:
        stream = self._api.attach_socket(container, params={"stdin": 1, "stdout": 1, "stream": 1})
        channel = AttachedChannel(os.dup(stream.fileno()), os.dup(stream.fileno()))
        stream._response.close()  # noqa: SLF001 - nothing else closes the SDK's own descriptor
        return channel

    def _remove_if_it_can_be(self, container: str) -> None:
        with suppress(SandboxUnavailable):  # the reaper comes by again
            self.remove(container)

    @contextmanager
    def _our_failures(self, what: str) -> Iterator[None]:
        """A failure of the engine's becomes one of ours."""
        _require_listener(self._address)
        try:
            yield
        except _FAILURES as error:
            raise SandboxUnavailable(f"{what}: {error}") from error


def _spoken_version(address: str | None) -> str:
    """Ask for the interface's version. The SDK's own way leaves a socket open if no good answer comes."""
    newest, seconds = DEFAULT_DOCKER_API_VERSION, durations.ENGINE_PING
    client = docker.APIClient(base_url=address, version=newest, timeout=seconds)
    with closing(client):
        version = client.version(api_version=False)
    if not isinstance(version, dict) or "ApiVersion" not in version:
        raise SandboxUnavailable("what answers is no container engine")
    return str(version["ApiVersion"])


def _require_listener(address: str) -> None:
    """A plain answer where nobody listens; the SDK's is a riddle, and leaves a socket open."""
    scheme, _, path = address.partition("://")
    if scheme != "unix":
        return
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(durations.ENGINE_PING)
        try:
            probe.connect(path)
        except OSError as error:
            raise SandboxUnavailable(f"no container engine listens at {path}") from error


def _name(names: Sequence[str] | None) -> str:
    """Empty for one that is being removed."""
    return names[0].lstrip("/") if names else ""


def _parts(version: str) -> tuple[int, ...]:
    """`1.1.5+ds1` as numbers; one that does not say counts as new."""
    numbers = tuple(map(int, re.findall(r"\d+", version.partition("+")[0])))
    return numbers or (sys.maxsize,)
