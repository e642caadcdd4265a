"""Files made to hurt whoever takes them in: nothing is unpacked, and no name leads anywhere."""

import io
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox.plays import Source
from grader.sandbox.wire import open_message
from submissions.grading.intake.source import LIMITS, Refused, from_bytes, from_path
from submissions.texts.file_name import file_name
from tests.offenders import for_each

CODE = b"class Value: ...\n"


def zipped(names: Iterator[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in names:
            archive.writestr(name, content)
    return packed.getvalue()


def tarred() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        link = tarfile.TarInfo("value.py")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return packed.getvalue()


ARCHIVES = {
    "bomb": zipped(iter([("value.py", bytes(50 << 20))])),
    "traversal": zipped(iter([("../../value.py", CODE), ("/tmp/value.py", CODE)])),
    "twins": zipped((name, CODE) for name in ("a.py", "A.py", "val\u00fce.py", "valu\u0308e.py")),
    "many": zipped((f"value_{i}.py", b"") for i in range(3_000)),
    "link": tarred(),
}
SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".whl", ".egg", ".py.zip", ".ipynb.zip", ".7z", ".pyz")


@pytest.mark.parametrize("archive", ARCHIVES)
def test_nothing_is_ever_unpacked(archive: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive is refused by its name; under the name of a source it is bytes that no sandbox can read."""
    monkeypatch.chdir(tmp_path)
    content = ARCHIVES[archive]
    for suffix in SUFFIXES:
        with pytest.raises(Refused) as refused:
            from_bytes(content, f"value{suffix}")
        assert refused.value.kind == "wrong-type"
    with pytest.raises(Refused) as refused:
        from_bytes(content, "value")
    assert refused.value.kind in {"wrong-type", "too-large"}
    assert from_bytes(content[: LIMITS[".py"]], "value.py").content == content[: LIMITS[".py"]]
    assert list(tmp_path.iterdir()) == []


NAMES = (
    "../../etc/passwd.py", "/etc/cron.d/x.py", "..\\..\\x.py", "C:\\x.py", "CON.py", "nul.py", "aux",
    "-rf.py", "--help.py", ".py", "..py", "a" * 300 + ".py", "val\u00fce.py", "valu\u0308e.py",
    "v\u0430lue.py", "x\u202eyp.py", "x\u200b.py", "\u2066x\u2069.py", "x\x00.py", "x\r\nSet-Cookie: a=b.py",
    "$(reboot).py",
    "x\x1b]0;title\x07.py", "\U0001f40d.py", "\udcff.py", "<script>.py", '"><img src=x>.py', "`id`.py",
    "%s%n.py", "a\tb.py", "{{7*7}}.py", "' OR 1=1 --.py", "=HYPERLINK(1).py", "x.py\u2028y.py",
    "\u0000\u0000.py", "x" + "/y" * 200 + ".py",
)  # fmt: skip
CONTROLS = [
    chr(code) for code in (*range(32), 127, *range(0x80, 0xA0), 0x202A, 0x202E, 0x2066, 0x2069, 0x2028)
]


def _taken(name: str) -> Source | Refused:
    try:
        return from_bytes(CODE, name)
    except Refused as refused:
        return refused


@for_each("name", NAMES)
def test_a_name_becomes_a_harmless_line_of_text(name: str) -> None:
    taken = _taken(name)
    if isinstance(taken, Refused):
        assert taken.kind == "wrong-type"
        assert taken.name.isprintable()
        return
    assert taken.name == file_name(name, "submission")
    assert taken.name.isprintable()
    assert not set(taken.name) & set(CONTROLS)
    taken.name.encode("utf-8")
    header, _, content = open_message(taken, needs_backward=True).partition(b"\n")
    assert content == CODE
    assert len(header) < 500


def test_no_name_has_a_file_written_or_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes that were uploaded are the submission, whatever stands under that name on this machine."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "value.py").write_bytes(b"another")
    assert from_bytes(CODE, "value.py").content == CODE
    assert from_bytes(CODE, f"{tmp_path}/value.py").content == CODE
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"another"]


def test_twins_of_a_name_are_two_names() -> None:
    names = ["val\u00fce.py", "valu\u0308e.py", "VAL\u00dcE.py", "v\u0430lue.py", "value.py"]
    assert len({from_bytes(CODE, name).name for name in names}) == len(names)


def test_a_link_that_leads_out_gives_what_the_person_at_the_command_line_may_read(tmp_path: Path) -> None:
    """On the command line a path is the user's own; an upload has no links."""
    (tmp_path / "outside.py").write_bytes(CODE)
    (tmp_path / "link.py").symlink_to("outside.py")
    assert from_path(str(tmp_path / "link.py")).content == CODE
