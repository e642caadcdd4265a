"""No name of a file that somebody sent has a folder in it, wherever a name is taken, stored or sent back."""

import ast
import io
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath, PureWindowsPath
from urllib.parse import unquote

from fastapi import UploadFile

from api.pages._carried_file import CarriedFile
from api.pages._download import download
from api.pages._upload_form import UploadForm, text_mark
from api.rest._file import as_attachment
from grader.sandbox.plays import Source
from submissions.grading.intake.source import from_bytes
from submissions.texts.file_name import LONGEST, file_name
from tests.offenders import for_each

TOP = Path(__file__).parents[3]
CODE = b"class Value: ...\n"
UPLOAD = re.compile(r"\b(?:file|chosen|upload)\.filename\b")

HOSTILE = (
    "../value.py", "../../../etc/cron.d/value.py", "/etc/value.py", "a/../../value.py", "./value.py",
    "..\\..\\value.py", "C:\\Users\\ana\\value.py", "C:value.py", "\\\\server\\share\\value.py",
    "C:/fakepath/value.py", "..\\/../value.py", "~/value.py", "value.py/", "value.py/..", "value.py\\.",
    "...value.py", " ../ value.py ", "file:///etc/value.py", "a:b:c/d:value.py",
)  # fmt: skip
ODD = (
    "..", ".", "", "/", "\\", "C:", "C:\\", "../..", " . ", "value.py::$DATA", "val\x00ue.py", "\udcff.py",
    "a\r\nSet-Cookie: b.py", "x\x1b[2J.py", "v\u202eyp.eulav", "v\u2028.py", "x" * 500 + ".ipynb", '"a".py',
    "." * 300 + "py", "x." + "y" * 500, "a " * 250, "\x00/\x00", "../\x1b/..",
)  # fmt: skip


@for_each("given", HOSTILE + ODD)
def test_a_name_is_one_part_of_a_path_on_every_system(given: str) -> None:
    name = file_name(given, "usual.py")

    assert name == PurePosixPath(name).name == PureWindowsPath(name).name
    assert name.isprintable()
    assert not name.startswith(".")
    assert 0 < len(name) <= LONGEST
    assert file_name(name, "another.py") == name


@for_each("given", HOSTILE)
def test_of_a_path_the_last_name_stays(given: str) -> None:
    assert file_name(given, "usual.py").endswith("value.py")


def test_names_that_people_give_stay_as_they_are() -> None:
    for name in ("value.py", "HW 1 (final).ipynb", "tarea_ñandú.py", "値.py", "a..b.py", "it's.py", "x"):
        assert file_name(name, "usual.py") == name


def test_a_long_name_keeps_its_ending() -> None:
    assert file_name("x" * 500 + ".ipynb", "usual.py").endswith("x.ipynb")


def sent(name: str) -> UploadFile:
    return UploadFile(io.BytesIO(CODE), filename=name)


def of_form(how: str, name: str) -> str:
    form = UploadForm(how, sent(name), CODE.decode(), name, text_mark(CODE.decode()))
    source = form.source()
    assert isinstance(source, Source)
    return source.name


def of_header(value: str) -> str:
    return unquote(value.rpartition("UTF-8''")[2])


PLACES: dict[str, Callable[[str], str]] = {
    "bytes": lambda name: from_bytes(CODE, name).name,
    "file of a form": lambda name: of_form("file", name),
    "text of the editor": lambda name: of_form("code", name),
    "table": lambda name: CarriedFile(sent(name), "", "").name,
    "table that comes back": lambda name: CarriedFile(None, "eA==", name).name,
    "download of a page": lambda name: of_header(download(name, CODE).headers["content-disposition"]),
    "download of the interface": lambda name: of_header(as_attachment(name)["Content-Disposition"]),
}


@for_each("place", PLACES)
@for_each("given", HOSTILE)
def test_wherever_a_name_is_taken_or_sent_it_is_the_same(place: str, given: str) -> None:
    assert PLACES[place](given) == file_name(given, "usual.py")


def test_whoever_reads_the_name_of_an_upload_takes_its_folders_off() -> None:
    """A new place that reads one is found here: its function passes what it reads to `file_name`."""
    for path in sorted((TOP / "api").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for function in ast.walk(ast.parse(text)):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            code = ast.unparse(function)
            if UPLOAD.search(code):
                assert re.search(r"\b(?:file_name|from_bytes|_chosen\w*)\(", code), f"{path}: {function.name}"
