"""What is taken in as a submission, what is refused, and that nothing makes us wait or read too much."""

import os
import socket
from pathlib import Path
from typing import Self

import pytest

from submissions.grading.intake import source
from submissions.grading.intake.source import LIMITS, MEBIBYTE, Refused, from_bytes, from_path, shown_name
from tests.offenders import for_each

CODE = b"class Value: ...\n"


def refused(path: Path | str) -> Refused:
    with pytest.raises(Refused) as caught:
        from_path(str(path))
    return caught.value


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A short path of its own: a socket's may not be long."""
    monkeypatch.chdir(tmp_path)
    return Path()


@pytest.mark.parametrize(
    "name", ["value.py", "VALUE.PY", "notebook.ipynb", "value", ".py", "my value (1).py"]
)
def test_a_file_is_taken_with_its_bytes_and_its_path_as_name(folder: Path, name: str) -> None:
    (folder / name).write_bytes(CODE)

    source = from_path(name)

    assert (source.name, source.content) == (name, CODE)


def test_a_link_to_a_file_is_taken(folder: Path) -> None:
    (folder / "value.py").write_bytes(CODE)
    (folder / "link.py").symlink_to("value.py")

    assert from_path("link.py").content == CODE


@pytest.mark.parametrize(
    "path", ["nothing.py", "no/such/folder/value.py", "value.py/inside.py", "null\0.py", ""]
)
def test_what_is_not_there_is_not_found(folder: Path, path: str) -> None:
    (folder / "value.py").write_bytes(CODE)

    assert refused(path).kind == "not-found"


def test_a_link_that_leads_nowhere_is_not_found(folder: Path) -> None:
    (folder / "link.py").symlink_to("nothing.py")

    assert refused("link.py").kind == "not-found"


def test_a_link_to_itself_is_unreadable(folder: Path) -> None:
    (folder / "link.py").symlink_to("link.py")

    assert refused("link.py").kind == "unreadable"


@pytest.mark.parametrize("name", ["folder", "folder.py"])
def test_a_folder_is_a_directory(folder: Path, name: str) -> None:
    (folder / name).mkdir()

    assert refused(name).kind == "directory"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_unreadable(folder: Path) -> None:
    (folder / "value.py").write_bytes(CODE)
    (folder / "value.py").chmod(0)

    assert refused("value.py").kind == "unreadable"


def test_a_file_that_the_system_will_not_open_is_unreadable(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "value.py").write_bytes(CODE)

    def denied(_path: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(source, "_opened", denied)

    assert refused("value.py").kind == "unreadable"


def test_a_pipe_is_refused_without_waiting_for_a_writer(folder: Path) -> None:
    os.mkfifo(folder / "pipe.py")

    assert refused("pipe.py").kind == "not-a-file"


def test_a_pipe_put_in_place_of_a_file_is_refused_without_waiting(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at the name and the opening, the file may have become something else."""
    (folder / "value.py").write_bytes(CODE)
    os.mkfifo(folder / "pipe.py")
    opened = source._opened
    monkeypatch.setattr(source, "_opened", lambda _path: opened("pipe.py"))

    assert refused("value.py").kind == "not-a-file"


def test_a_socket_is_not_a_file(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.py")

        assert refused(folder / "socket.py").kind == "not-a-file"


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/tty", "/dev/null"])
def test_a_device_is_not_a_file(device: str) -> None:
    assert refused(device).kind in {"not-a-file", "not-found"}


@pytest.mark.parametrize(("name", "limit"), [("value.py", MEBIBYTE), ("book.ipynb", 10 * MEBIBYTE)])
def test_a_file_may_have_as_many_bytes_as_the_limit_and_not_one_more(
    folder: Path, name: str, limit: int
) -> None:
    (folder / name).write_bytes(b"#" * limit)
    assert len(from_path(name).content) == limit

    (folder / name).write_bytes(b"#" * (limit + 1))
    error = refused(name)
    assert (error.kind, error.size, error.limit) == ("too-large", limit + 1, limit)


def test_a_huge_file_is_refused_without_being_read(folder: Path) -> None:
    with (folder / "value.py").open("wb") as file:
        file.truncate(1 << 40)

    assert refused("value.py").size == 1 << 40


def test_a_file_that_hides_its_size_is_read_to_one_byte_over_the_limit() -> None:
    """Files of the kernel say that they have no bytes."""
    reads: list[int] = []

    class Endless:
        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None: ...

        def fileno(self) -> int:
            return self.descriptor

        def read(self, size: int) -> bytes:
            reads.append(size)
            return b"#" * size

        descriptor = os.open(__file__, os.O_RDONLY)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source, "_opened", lambda _path: Endless())
        error = refused(__file__)
    os.close(Endless.descriptor)

    assert error.kind == "too-large"
    assert reads == [LIMITS[".py"] + 1]


@pytest.mark.parametrize("name", ["value.txt", "value.py.txt", "value.zip", "value.pyc", "value.md"])
def test_another_ending_is_of_the_wrong_type(folder: Path, name: str) -> None:
    (folder / name).write_bytes(CODE)

    assert refused(name).kind == "wrong-type"


@pytest.mark.parametrize("content", [b"\x7fELF\0\0", b"\xff\xfe\x00", b"text\0more"])
def test_a_name_without_ending_needs_text_as_content(content: bytes) -> None:
    with pytest.raises(Refused) as caught:
        from_bytes(content, "value")
    assert caught.value.kind == "wrong-type"

    assert from_bytes(content, "value.py").content == content


@for_each("content", [b"", b" \n\t\r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
@for_each("name", ["value.py", "book.ipynb", "value"])
def test_a_file_without_a_character_in_it_is_empty(content: bytes, name: str) -> None:
    with pytest.raises(Refused) as caught:
        from_bytes(content, name)

    assert caught.value.kind == "empty"


def test_bytes_that_were_uploaded_have_the_same_limits() -> None:
    with pytest.raises(Refused) as caught:
        from_bytes(b"#" * (MEBIBYTE + 1), "value.py")

    assert (caught.value.kind, caught.value.size) == ("too-large", MEBIBYTE + 1)


def test_a_hostile_name_is_harmless_in_a_line_of_text() -> None:
    name = "a\x1b[31m\u202e\n\t\udcff.py"

    shown = shown_name(name)

    assert shown.isprintable()
    assert from_bytes(CODE, name).name == "a_[31m____.py"
