"""How containers are made, on the engine that is there."""

import io
import json
import socket
import stat
import tarfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from grader.errors import SandboxUnavailable
from grader.sandbox.container import ContainerEngine, Facts
from grader.sandbox.hardening import Bounds, container_options, host_options
from grader.sandbox.image import seccomp_profile
from grader.sandbox.imports import Imports
from grader.sandbox.owner import Owner
from grader.sandbox.zygote import ready
from tests import engines

MEBIBYTE = 1 << 20


# --- Without an engine ------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["unix:///nowhere/engine.sock", "tcp://127.0.0.1:1"])
def test_where_nobody_listens_there_is_no_engine(address: str) -> None:
    with pytest.raises(SandboxUnavailable, match="engine"):
        ContainerEngine(address)


def test_one_that_listens_and_takes_nobody_is_no_engine(tmp_path: Path) -> None:
    path = str(tmp_path / "full.sock")
    with closing(socket.socket(socket.AF_UNIX)) as listener, ExitStack() as callers:
        listener.bind(path)
        listener.listen(0)
        with suppress(BlockingIOError):
            for _ in range(9):
                caller = callers.enter_context(closing(socket.socket(socket.AF_UNIX)))
                caller.setblocking(False)  # noqa: FBT003 - a flag of the library's
                caller.connect(path)
        with pytest.raises(SandboxUnavailable, match="no container engine listens"):
            ContainerEngine(f"unix://{path}")


@contextmanager
def answering(path: Path, answer: bytes) -> Iterator[str]:
    """Something that gives everybody this answer, at a socket; its address."""
    with closing(socket.socket(socket.AF_UNIX)) as listener:
        listener.bind(str(path))
        listener.listen(64)

        def talk() -> None:
            with suppress(OSError):
                while True:
                    caller, _ = listener.accept()
                    with closing(caller), suppress(OSError):
                        caller.sendall(answer)
                        caller.shutdown(socket.SHUT_WR)
                        while caller.recv(1 << 16):
                            pass

        talker = threading.Thread(target=talk)
        talker.start()
        try:
            yield f"unix://{path}"
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            talker.join()


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def http(status: str, body: str) -> bytes:
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


@pytest.mark.parametrize(
    "answer",
    [
        b"", b"hello\r\n\r\n", http("500 No", "{}"), http("404 No", '{"message": "no such page"}'),
        http("200 OK", "{}"), http("200 OK", "[]"), http("200 OK", "<html>"),
    ],
)  # fmt: skip
def test_whatever_answers_and_is_no_engine_leaves_nothing_open(answer: bytes, tmp_path: Path) -> None:
    before = open_descriptors()
    with answering(tmp_path / "odd.sock", answer) as address:
        for _ in range(3):
            with pytest.raises(SandboxUnavailable, match="engine"):
                ContainerEngine(address)
    assert open_descriptors() == before


@pytest.mark.parametrize(
    "address", ["ssh://root@elsewhere", "npipe:////./pipe/docker", "https://elsewhere:2376"]
)
def test_an_engine_that_cannot_be_attached_to_is_refused(address: str) -> None:
    with pytest.raises(SandboxUnavailable, match="Unix socket or plain TCP"):
        ContainerEngine(address)


@pytest.mark.parametrize(
    ("version", "runc", "outdated"),
    [
        ("28.0.1", "1.2.8", False),
        ("29.1.0", "1.3.0", False),
        ("28.0.1", "", False),
        ("27.5.1", "1.2.8", True),
        ("28.0.1", "1.2.7", True),
        ("20.10.24+dfsg1", "1.1.5+ds1", True),
        ("28.0.1", "1.2.8-rc.1", False),
    ],
)
def test_an_engine_with_known_holes_is_told(version: str, runc: str, outdated: bool) -> None:  # noqa: FBT001
    assert Facts("id", version, runc, "x86_64", has_gvisor=False).is_outdated is outdated


def test_nothing_of_the_machine_is_given_to_a_container() -> None:
    host = host_options(Bounds())
    given = {
        "binds", "mounts", "volumes_from", "devices", "device_requests", "cap_add", "privileged", "pid_mode",
        "userns_mode", "uts_mode", "port_bindings", "extra_hosts", "links", "sysctls", "tmpfs", "group_add",
        "restart_policy", "oom_kill_disable", "cgroup_parent", "device_cgroup_rules",
    }  # fmt: skip
    assert not given & host.keys()


def test_the_engines_filter_allows_a_list_and_nothing_else() -> None:
    profile = json.loads(seccomp_profile())
    assert profile["defaultAction"] == "SCMP_ACT_ERRNO"
    groups = profile["syscalls"]
    allowed = [name for group in groups if group["action"] == "SCMP_ACT_ALLOW" for name in group["names"]]
    assert len(allowed) == len(set(allowed)) < 110
    assert not {
        name for group in groups if group["action"] != "SCMP_ACT_ALLOW" for name in group["names"]
    } - {"clone3"}
    never = {
        "socket", "connect", "bind", "socketpair", "memfd_create", "shmget", "ptrace", "process_vm_readv",
        "pidfd_getfd", "unshare", "setns", "mount", "pivot_root", "chroot", "bpf", "io_uring_setup", "keyctl",
        "userfaultfd", "perf_event_open", "inotify_init1", "execveat", "setuid", "open", "creat", "mkdir",
        "unlink", "rename", "link", "symlink", "chmod", "fork", "vfork",
    }  # fmt: skip
    assert not never & set(allowed)


# --- With one ---------------------------------------------------------------------------------------------


@contextmanager
def started(engine: ContainerEngine) -> Iterator[dict[str, Any]]:
    """What the engine says of a container as we make them."""
    owner, bounds = Owner(), Bounds()
    name = f"backgrade-test-{owner.token}"
    image = engines.image_id(engine)
    options = container_options(bounds, Imports.USUAL)
    try:
        with closing(engine.start(image, options, host_options(bounds), owner.labels(), name)) as channel:
            ready(channel)
            yield engine._api.inspect_container(name)
    finally:
        engine.remove(name)


def test_the_engine_has_understood_every_option(engine: ContainerEngine) -> None:
    with started(engine) as told:
        host, config, state = told["HostConfig"], told["Config"], told["State"]
    assert state["Running"]
    assert told["Mounts"] == []
    assert not host["Binds"]
    assert host["NetworkMode"] == host["IpcMode"] == "none"
    assert host["CgroupnsMode"] == "private"
    assert host["LogConfig"]["Type"] == "none"
    assert host["ReadonlyRootfs"]
    assert host["AutoRemove"]
    assert host["Init"]
    assert host["CapDrop"] == ["ALL"]
    assert not host["CapAdd"]
    assert not host["Privileged"]
    assert host["Memory"] == host["MemorySwap"] == Bounds().memory
    assert host["NanoCpus"] == 10**9
    assert host["PidsLimit"] == 16
    assert host["OomScoreAdj"] == 1000
    assert not host["PortBindings"]
    assert len(host["MaskedPaths"]) > 5
    assert {limit["Name"] for limit in host["Ulimits"]} == {"core", "fsize", "memlock", "msgqueue", "nofile"}
    assert config["User"] == "65534:65534"
    assert (config["Entrypoint"][0], config["Entrypoint"][-1]) == ("/python", "/sandbox/harness")
    assert (config["OpenStdin"], config["StdinOnce"], config["Tty"]) == (True, True, False)
    assert {each.partition("=")[0] for each in config["Env"]} == {"PATH", "PYTHONHASHSEED"}


def test_a_container_is_small(engine: ContainerEngine) -> None:
    with started(engine) as told:
        used = engine._api.stats(told["Id"], stream=False)["memory_stats"]["usage"]
    assert used < 64 * MEBIBYTE


def test_nothing_is_left_of_a_container_that_is_removed_however_often(engine: ContainerEngine) -> None:
    with started(engine) as told:
        name = told["Name"].lstrip("/")
        assert name in {each.name for each in engine.containers("backgrade.owner")}
        engine.remove(name)
        engine.remove(name)
    assert name not in {each.name for each in engine.containers("backgrade.owner")}


def test_a_container_that_cannot_be_started_leaves_nothing(engine: ContainerEngine) -> None:
    host = {**host_options(Bounds()), "runtime": "no-such-runtime"}
    options = container_options(Bounds(), Imports.USUAL)
    with pytest.raises(SandboxUnavailable, match="no container can be started"):
        engine.start(engines.image_id(engine), options, host, Owner().labels(), "backgrade-never")
    assert "backgrade-never" not in {each.name for each in engine.containers("backgrade.owner")}


def test_an_image_that_is_not_there_is_said_to_be_missing(engine: ContainerEngine) -> None:
    assert engine.image("backgrade-no-such-image") is None
    with pytest.raises(SandboxUnavailable, match="No such image"):
        engine.start("backgrade-no-such-image", {}, host_options(Bounds()), {}, "backgrade-never")


@pytest.fixture(scope="module")
def image_files(engine: ContainerEngine) -> list[tarfile.TarInfo]:
    """Every file of the image."""
    container = engine._api.create_container(engines.image_id(engine), command=["{}"])["Id"]
    try:
        content = io.BytesIO(b"".join(engine._api.export(container)))
    finally:
        engine.remove(container)
    with tarfile.open(fileobj=content) as archive:
        return archive.getmembers()


def test_the_image_has_no_shell_and_no_program_but_python(image_files: list[tarfile.TarInfo]) -> None:
    programs = {
        each.name
        for each in image_files
        if each.isfile() and each.mode & stat.S_IXUSR and ("bin/" in each.name or "/" not in each.name)
    }
    assert {name.rpartition("/")[2][:6] for name in programs - {".dockerenv"}} == {"python"}


def test_the_image_has_no_file_that_gives_rights(image_files: list[tarfile.TarInfo]) -> None:
    assert not [
        each.name for each in image_files if each.isfile() and each.mode & (stat.S_ISUID | stat.S_ISGID)
    ]


def test_the_image_has_python_numpy_and_the_harness_ready_to_be_read(
    image_files: list[tarfile.TarInfo],
) -> None:
    names = {each.name for each in image_files}
    for module in ("sandbox/harness/processes/zygote", "sandbox/numpy/numpy/linalg/_linalg"):
        folder, _, stem = module.rpartition("/")
        assert f"{module}.py" in names
        assert any(name.startswith(f"{folder}/__pycache__/{stem}.") for name in names), "it is compiled"
    assert {name.split("/")[1] for name in names if name.startswith("sandbox/")} - {""} == {
        "harness",
        "numpy",
    }
    assert sum(each.size for each in image_files) < 160 * MEBIBYTE
