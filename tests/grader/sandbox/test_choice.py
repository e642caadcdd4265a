"""The container serves where it can, the embedded sandbox where it may, and what is lacking is said."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from api.process.sandboxes import engine_address, image_name
from grader.errors import SandboxUnavailable
from grader.sandbox import choice
from grader.sandbox.choice import ContainerProblem, SandboxOptions, Wish, choose
from grader.sandbox.contained import Contained
from grader.sandbox.container import ContainerEngine
from grader.sandbox.embedded import Embedded

NOWHERE = "unix:///nowhere/engine.sock"


@pytest.fixture
def no_engine_in_the_usual_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(choice, "_USUAL_SOCKET", tmp_path / "none.sock")


@pytest.mark.parametrize("engine", [None, NOWHERE])
@pytest.mark.usefixtures("no_engine_in_the_usual_place")
def test_without_an_engine_the_embedded_one_serves(engine: str | None) -> None:
    chosen = choose(SandboxOptions(engine=engine))
    with closing(chosen.sandbox):
        assert isinstance(chosen.sandbox, Embedded)
        assert chosen.lack is ContainerProblem.ENGINE


def test_the_embedded_one_serves_where_it_is_asked_for() -> None:
    chosen = choose(SandboxOptions(wish=Wish.EMBEDDED, engine=NOWHERE))
    with closing(chosen.sandbox):
        assert isinstance(chosen.sandbox, Embedded)
        assert chosen.lack is None


def test_where_containers_are_asked_for_nothing_else_serves() -> None:
    with pytest.raises(SandboxUnavailable, match="no container engine listens at /nowhere"):
        choose(SandboxOptions(wish=Wish.CONTAINER, engine=NOWHERE))


def test_an_engine_that_talks_nonsense_is_none(tmp_path: Path) -> None:
    def talk(listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                caller, _ = listener.accept()
                with caller:
                    caller.sendall(b"hello\r\n\r\n")

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "nonsense.sock"))
        listener.listen()
        talker = threading.Thread(target=talk, args=(listener,))
        talker.start()
        chosen = choose(SandboxOptions(engine=f"unix://{tmp_path}/nonsense.sock"))
        chosen.sandbox.close()
        listener.shutdown(socket.SHUT_RDWR)
        talker.join()
    assert chosen.lack is ContainerProblem.ENGINE


def test_looking_for_an_engine_does_not_import_the_sdk_where_there_is_none() -> None:
    program = (
        "import sys; from pathlib import Path; from grader.sandbox import choice\n"
        "choice._USUAL_SOCKET = Path('/nowhere')\n"
        "choice.choose(choice.SandboxOptions()).sandbox.close(); print('docker' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# --- With an engine ---------------------------------------------------------------------------------------


def wanted(wish: Wish = Wish.AUTO, image: str | None = None) -> SandboxOptions:
    return SandboxOptions(wish=wish, engine=engine_address(os.environ), image=image or image_name(os.environ))


@pytest.fixture
def strange_image(engine: ContainerEngine) -> Iterator[str]:
    """An image that is not made from what is installed here."""
    name = "backgrade-test-strange"
    engine._api.import_image_from_data(bytes(1024), repository=name)
    yield name
    engine._api.remove_image(name)


@pytest.mark.parametrize("wish", [Wish.AUTO, Wish.CONTAINER])
@pytest.mark.usefixtures("engine")
def test_with_an_engine_and_our_image_containers_serve(wish: Wish) -> None:
    chosen = choose(wanted(wish))
    with closing(chosen.sandbox):
        assert isinstance(chosen.sandbox, Contained)
        assert chosen.lack is None
        assert chosen.engine is not None
        assert chosen.engine.version


@pytest.mark.usefixtures("engine")
def test_without_the_image_the_embedded_one_serves_or_nothing() -> None:
    chosen = choose(wanted(image="backgrade-test-none"))
    chosen.sandbox.close()
    assert (type(chosen.sandbox), chosen.lack) == (Embedded, ContainerProblem.IMAGE)
    with pytest.raises(SandboxUnavailable, match="`backgrade sandbox build` builds it"):
        choose(wanted(Wish.CONTAINER, "backgrade-test-none"))


def test_an_image_of_something_else_does_not_serve(strange_image: str) -> None:
    chosen = choose(wanted(image=strange_image))
    chosen.sandbox.close()
    assert (type(chosen.sandbox), chosen.lack) == (Embedded, ContainerProblem.OWN_IMAGE)
    with pytest.raises(SandboxUnavailable, match="not made from what is installed here"):
        choose(wanted(Wish.CONTAINER, strange_image))


def test_an_image_may_be_named_by_its_id(engine: ContainerEngine) -> None:
    image = engine.image(image_name(os.environ))
    assert image is not None
    chosen = choose(wanted(image=image.id))
    with closing(chosen.sandbox):
        assert chosen.lack is None
