"""The sandbox that serves is chosen by the environment, said at the start, and built by a command."""

import io
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from api.command import main
from api.process.sandboxes import IMAGE, WISH, started
from api.words.sandbox import PROPERTIES, engine_line
from grader.harness.lock import container, selftest
from grader.harness.processes import remains
from grader.sandbox.choice import Chosen, ContainerProblem, SandboxOptions, Wish
from grader.sandbox.embedded import Embedded
from grader.sandbox.image import default_base
from tests.offenders import for_each

Capture = pytest.CaptureFixture[str]

CORRECT = str(Path(__file__).parents[3] / "examples" / "correct.py")


@pytest.fixture
def wanted(monkeypatch: pytest.MonkeyPatch) -> list[SandboxOptions]:
    """What is asked for; nothing is started."""
    asked: list[SandboxOptions] = []

    def choose(wanted: SandboxOptions) -> Chosen:
        asked.append(wanted)
        return Chosen(Embedded(locked=False))

    monkeypatch.setattr("api.process.sandboxes.choose", choose)
    return asked


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, SandboxOptions()),
        ({WISH: "", IMAGE: "", "DOCKER_HOST": ""}, SandboxOptions()),
        ({WISH: "container"}, SandboxOptions(wish=Wish.CONTAINER)),
        (
            {WISH: "embedded", "DOCKER_HOST": "unix:///x"},
            SandboxOptions(wish=Wish.EMBEDDED, engine="unix:///x"),
        ),
        ({IMAGE: "ours@sha256:1"}, SandboxOptions(image="ours@sha256:1")),
    ],
)
def test_the_environment_decides(
    environment: Mapping[str, str], expected: SandboxOptions, wanted: list[SandboxOptions]
) -> None:
    started(environment)
    assert wanted == [expected]


@pytest.mark.parametrize("wish", ["docker", "AUTO", "none", "\x1b[2J"])
def test_a_wish_there_is_not_is_refused_and_said(
    wish: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv(WISH, wish)
    assert main(["check", CORRECT]) == 2
    told = capsys.readouterr().err
    assert "BACKGRADE_SANDBOX is" in told
    assert "auto, container or embedded" in told
    assert "\x1b" not in told


@pytest.mark.parametrize(
    ("lack", "seen"),
    [
        (ContainerProblem.IMAGE, "A container engine answers, but it does not have the image"),
        (ContainerProblem.OWN_IMAGE, "is from another version of Backgrade"),
    ],
)
@pytest.mark.parametrize("command", [["check", "--stage", "core", CORRECT], ["doctor"]])
def test_where_only_the_image_lacks_the_command_that_builds_it_is_said(
    lack: ContainerProblem, seen: str, command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("api.process.sandboxes.choose", lambda _: Chosen(Embedded(), lack))
    assert main(command) == 0
    told = capsys.readouterr().err
    assert seen in told
    assert "`backgrade sandbox build` builds the image" in told


def test_a_check_does_not_complain_where_there_is_no_engine(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("api.process.sandboxes.choose", lambda _: Chosen(Embedded(), ContainerProblem.ENGINE))
    assert main(["check", "--stage", "core", CORRECT]) == 0
    assert "engine" not in capsys.readouterr().err


@for_each("text", PROPERTIES.values())
def test_a_property_is_a_sentence(text: str) -> None:
    assert text[0].isupper()
    assert text.endswith(".")


def test_an_engine_with_known_holes_is_told() -> None:
    assert engine_line("28.1", "1.2.9", outdated=False) == "28.1, runc 1.2.9"
    assert engine_line("28.1", "", outdated=False) == "28.1"
    assert "update" in engine_line("20.10.24", "1.1.5", outdated=True)


# --- Building, without an engine --------------------------------------------------------------------------


class FakeEngine:
    """Takes what is to be built, and builds nothing."""

    built: list[dict[str, object]]

    def __init__(self, address: str | None) -> None:
        self.address = address

    def facts(self) -> object:
        class Facts:
            machine = os.uname().machine

        return Facts

    def build(self, context: io.BytesIO, **options: object) -> Iterator[str]:
        assert len(context.read()) > 1 << 20
        self.built.append(options)
        yield "Step 1/2\n"
        yield "\x1b[31mred\n"

    def remove_unnamed_images(self, _: str) -> None:
        pass

    def image(self, _: str) -> object:
        class Image:
            id = "sha256:" + "7" * 64

        return Image

    def close(self) -> None:
        pass


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    FakeEngine.built = []
    monkeypatch.setattr("grader.sandbox.container.ContainerEngine", FakeEngine)
    return FakeEngine.built


def test_the_image_is_built_from_the_official_base(
    built: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.delenv(IMAGE, raising=False)
    assert main(["sandbox", "build"]) == 0
    (options,) = built
    assert (options["base"], options["tag"]) == (default_base(), "backgrade-sandbox")
    told = capsys.readouterr().out
    assert "Step 1/2" in told
    assert "\x1b" not in told
    assert f"backgrade-sandbox (sha256:777777777777) was built from {default_base()}" in told


def test_base_and_name_can_be_chosen(built: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["sandbox", "build", "--base", "mine@sha256:1", "--tag", "this"]) == 0
    monkeypatch.setenv(IMAGE, "that")
    assert main(["sandbox", "build"]) == 0
    assert [options["tag"] for options in built] == ["this", "that"]
    assert built[0]["base"] == "mine@sha256:1"


def test_without_an_engine_nothing_is_built(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/engine.sock")
    assert main(["sandbox", "build"]) == 2
    assert "no container engine listens at /nowhere/engine.sock" in capsys.readouterr().err


# --- With an engine ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("engine")
def test_doctor_proves_the_container(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv(WISH, "container")
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    for id_ in (*selftest.PROPERTIES, *remains.PROPERTIES, *container.PROPERTIES):
        assert f"✓ passed  {PROPERTIES[id_]}" in told
    assert "a hardened container" in told
    assert "engine" in told


@pytest.mark.usefixtures("engine")
def test_doctor_does_not_end_with_zero_where_the_container_is_not_safe(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    from grader.sandbox.hardening import host_options

    monkeypatch.setattr(
        "grader.sandbox.contained.host_options", lambda b: {**host_options(b), "cap_add": ["CHOWN"]}
    )
    monkeypatch.setenv(WISH, "container")
    assert main(["doctor"]) == 1
    assert "container-capabilities not proven" in capsys.readouterr().err


@pytest.mark.usefixtures("engine")
def test_check_grades_in_a_container_and_says_so(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv(WISH, "auto")
    assert main(["check", "--json", "--stage", "core", CORRECT]) == 0
    told = capsys.readouterr()
    assert "a hardened container" in told.err
    assert json.loads(told.out)["sandbox"] in {"E4", "E5"}


def test_what_is_asked_for_where_there_is_no_engine_is_not_replaced(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv(WISH, "container")
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/engine.sock")
    assert main(["check", CORRECT]) == 2
    assert "no container engine listens" in capsys.readouterr().err
