"""The self-test of a container finds every bound that is missing, and then no submission is taken."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

import pytest

from grader.errors import SelfTestFailed
from grader.harness.lock import container as promised, selftest
from grader.harness.processes import remains
from grader.sandbox.contained import Contained
from grader.sandbox.container import ContainerEngine
from grader.sandbox.hardening import Bounds, container_options, host_options
from grader.sandbox.imports import Imports
from grader.sandbox.limits import ContainerLimits
from grader.sandbox.owner import Owner
from grader.sandbox.plays import Source
from grader.sandbox.zygote import ready, self_test
from tests import engines
from tests.corpus_files import member

Options = dict[str, Any]

HONEST = member("closures_set/base").submission
NO_NEW_PRIVILEGES = host_options(Bounds())["security_opt"][0]


def without(options: Options, *names: str) -> Options:
    return {name: value for name, value in options.items() if name not in names}


# What is tampered with, how, and the properties that do not hold then.
HOST: dict[str, tuple[Options, set[str]]] = {
    "a capability kept": ({"cap_add": ["CHOWN"]}, {"container-capabilities"}),
    "the engine's capabilities": ({"cap_drop": []}, {"container-capabilities"}),
    "the machine's network": ({"network_mode": "host"}, {"container-network"}),
    "memory to write to": ({"tmpfs": {"/scratch": "rw,mode=1777"}}, {"container-files"}),
    "a folder of the machine": ({"binds": ["/usr:/mnt"]}, {"container-files"}),
    "a folder of the machine to read": ({"binds": ["/usr:/mnt:ro"]}, {"container-files"}),
    "a folder of the machine among the devices": ({"binds": ["/usr:/dev/usr:ro"]}, {"container-files"}),
    "a folder of the machine in a folder of the kernel's": (
        {"binds": ["/usr:/dev/shm:ro"]}, {"container-files"},
    ),
    "a folder in memory among the devices": ({"tmpfs": {"/dev/x": "ro"}}, {"container-files"}),
    "a root that can be written to": ({"read_only": False}, {"container-files"}),
    "shared memory": ({"ipc_mode": "shareable"}, {"container-files"}),
    "the machine's shared memory": ({"ipc_mode": "host"}, {"container-files", "container-namespaces"}),
    "the machine's processes": ({"pid_mode": "host"}, {"container-namespaces"}),
    "the machine's name": ({"uts_mode": "host"}, {"container-namespaces"}),
    "the engine's own filter": ({"security_opt": [NO_NEW_PRIVILEGES]}, {"container-filter"}),
    "no bound of memory": ({"mem_limit": None, "memswap_limit": None}, {"container-memory"}),
    "swap": ({"memswap_limit": -1}, {"container-memory"}),
    "any number of processes": ({"pids_limit": None}, {"container-processes"}),
    "any number of processors": ({"nano_cpus": None}, {"container-processors"}),
    "files to write": ({"ulimits": []}, {"container-limits"}),
    "a device": ({"devices": ["/dev/zero:/dev/disk:r"]}, {"container-devices"}),
}  # fmt: skip


@contextmanager
def broken_in(engine: ContainerEngine, container: Options, host: Options) -> Iterator[set[str]]:
    """The properties that do not hold in a container with these options."""
    owner = Owner()
    name = f"backgrade-test-{owner.token}"
    try:
        channel = engine.start(engines.image_id(engine), container, host, owner.labels(), name)
        ready(channel)
        held = self_test(channel)
        channel.close()
        yield {name for name, holds in held.items() if not holds}
    finally:
        engine.remove(name)


def test_everything_is_tried_and_holds(containers: Contained) -> None:
    properties = [*selftest.PROPERTIES, *remains.PROPERTIES, *promised.PROPERTIES]
    assert containers.prove() == dict.fromkeys(properties, True)


@pytest.mark.parametrize("tampering", HOST)
def test_each_bound_that_is_missing_is_found(tampering: str, engine: ContainerEngine) -> None:
    changes, expected = HOST[tampering]
    bounds = Bounds()
    container = container_options(bounds, Imports.USUAL)
    if "network_mode" in changes:
        container["network_disabled"] = False
    with broken_in(engine, container, {**host_options(bounds), **changes}) as broken:
        assert broken == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([NO_NEW_PRIVILEGES, "seccomp=unconfined"], {"container-filter"}),
        (["seccomp=unconfined"], {"container-filter", "container-privileges"}),
    ],
)
def test_no_filter_at_all_is_found(options: list[str], expected: set[str], engine: ContainerEngine) -> None:
    """The zygote can then enclose itself, where the machine lets it, and has capabilities in there."""
    host = {**host_options(Bounds()), "security_opt": options}
    with broken_in(engine, container_options(Bounds(), Imports.USUAL), host) as broken:
        assert expected <= broken <= expected | {"container-capabilities"}


def test_root_is_found(engine: ContainerEngine) -> None:
    bounds = Bounds()
    container = {**container_options(bounds, Imports.USUAL), "user": "0:0"}
    with broken_in(engine, container, host_options(bounds)) as broken:
        assert "container-user" in broken


def test_all_privileges_are_found(engine: ContainerEngine) -> None:
    bounds = Bounds()
    host = {**without(host_options(bounds), "security_opt", "cap_drop"), "privileged": True}
    with broken_in(engine, container_options(bounds, Imports.USUAL), host) as broken:
        assert broken >= {
            "container-capabilities",
            "container-devices",
            "container-filter",
            "container-files",
        }


def test_a_variable_of_the_machine_is_found(engine: ContainerEngine) -> None:
    bounds = Bounds()
    container = {
        **container_options(bounds, Imports.USUAL),
        "environment": {"HTTP_PROXY": "http://me:secret@proxy"},
    }
    with broken_in(engine, container, host_options(bounds)) as broken:
        assert broken == {"container-environment"}


@pytest.mark.parametrize(
    ("limits", "property_"),
    [
        (ContainerLimits(beside=32 << 20), "container-memory"),
        (ContainerLimits(processes=10), "container-processes"),
        (ContainerLimits(cpus=0.5), "container-processors"),
        (ContainerLimits(open_files=32), "container-limits"),
    ],
)
def test_a_bound_that_is_wider_than_promised_is_found(
    limits: ContainerLimits, property_: str, engine: ContainerEngine
) -> None:
    narrow = container_options(Bounds(container=limits), Imports.USUAL)
    with broken_in(engine, narrow, host_options(Bounds())) as broken:
        assert broken == {property_}


def with_a_network(bounds: Bounds, imports: Imports) -> Options:
    return {**container_options(bounds, imports), "network_disabled": False}


def without_promises(bounds: Bounds, imports: Imports) -> Options:
    """As if the settings got lost on the way."""
    options = container_options(bounds, imports)
    told = {**json.loads(options["command"][0]), "container": None}
    return {**options, "command": [json.dumps(told)]}


def tampered(change: Mapping[str, Any]) -> Callable[[Bounds], Options]:
    return lambda bounds: {**host_options(bounds), **change}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"cap_add": ["CHOWN"]}, "container-capabilities not proven"),
        ({"tmpfs": {"/scratch": "rw"}}, "container-files not proven"),
        ({"network_mode": "host"}, "container-network not proven"),
    ],
)
@pytest.mark.parametrize("code", [b"x = 1", b"import numpy"])
def test_a_container_that_is_not_safe_takes_no_submission(
    change: Mapping[str, Any],
    reason: str,
    code: bytes,
    engine: ContainerEngine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("grader.sandbox.contained.host_options", tampered(change))
    monkeypatch.setattr("grader.sandbox.contained.container_options", with_a_network)
    source = Source("x.py", code)
    with closing(Contained(engines.connected(), engines.image_id(engine), Bounds())) as made:
        with pytest.raises(SelfTestFailed, match=reason), made.room(source):
            pytest.fail("it was let in")
        with pytest.raises(SelfTestFailed, match=reason):
            _ = made.level
        assert reason in str(made.trouble)
    assert not [each for each in engine.containers("backgrade.owner") if made._owner.token in each.name]


def test_a_harness_that_says_nothing_of_its_container_is_not_believed(
    engine: ContainerEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.sandbox.contained.container_options", without_promises)
    with (
        closing(Contained(engines.connected(), engines.image_id(engine))) as made,
        pytest.raises(SelfTestFailed, match="container not proven"),
        made.room(HONEST),
    ):
        pytest.fail("it was let in")
