"""The corpus of student-like classes as data: every member with its source, for the tests and the bench.

A style is a folder with a right class, `value.py`, and `variants.toml`, whose variants are that file
with some pieces of text replaced. The folder `wild` has whole files and `wild.toml`, a table a file; so has
`causes`, of wrong files whose one cause must be named, and `unusual`. A file that is nearly another one is
kept as edits of that one, in its table; in `causes`, most are slips in the classes of `right`.
Whatever does not fit exactly is an error which names the place.
"""

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from grader.sandbox.plays import Source
from suites import OPERATIONS, load

FOLDER = Path(__file__).parent / "corpus"

Kind = Literal["correct", "wrong"]

BASE = "base"
"""The name of the member that is a style's `value.py` itself."""

RARE = ("sin",)
"""Operations that a member has only where its entry says so: few classes have them."""

MISSING = frozenset({*OPERATIONS, "value exponent", "reflected", "constants"})
"""What a class may be said to lack."""

_FILE_KEYS = {"style": str, "missing": list, "correct": list, "wrong": list}
_COMMON_KEYS = {"name": str, "edits": list}
_KEYS: Mapping[Kind, Mapping[str, type]] = {
    "correct": {**_COMMON_KEYS, "why": str},
    "wrong": {**_COMMON_KEYS, "fault": str, "code": str, "where": str, "line_has": str, "fails": list},
}
_OPTIONAL_KEYS: Mapping[Kind, Mapping[str, type]] = {
    "correct": {"missing": list, "has": list},
    "wrong": {"missing": list, "has": list, "why": str},
}

_BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
"""Where statements stand in others."""

WRONG_NOTEBOOKS: Mapping[str, tuple[str, ...]] = {
    "overwrite_late_cell": ("a_plus_a", "five_nodes", "diamond")
}
"""The notebooks that are wrong, by name, with the suites that see it; all others are right."""


class CorpusError(ValueError):
    """A file of the corpus is not what it should be."""


@dataclass(frozen=True, slots=True)
class Member:
    """One submission of the corpus, and what is known of it."""

    style: str
    name: str
    kind: Kind
    source: bytes
    missing: tuple[str, ...] = ()
    """The operations it does not have."""
    fault: str = ""
    code: str = ""
    where: str = ""
    """The function in which the fault is."""
    line_has: str = ""
    """A piece of the faulty line; empty where the fault is that something is absent."""
    fails: tuple[str, ...] = ()
    """Suites that must see the fault. None where the numbers are right all the same, and `why`."""
    why: str = ""

    @property
    def id(self) -> str:
        """Its name in a test's output: `closures_set/overwrite_in_mul`."""
        return f"{self.style}/{self.name}"

    @property
    def submission(self) -> Source:
        """What is handed to the grader."""
        return Source(f"{self.name}.py", self.source)

    @property
    def line(self) -> int | None:
        """The first line with the fault inside `where`, counted from 1; None if there is none."""
        places = _places(self.where, ast.parse(self.source)) if self.line_has else ()
        return _line_in(places, self.source.decode(), self.line_has)


@dataclass(frozen=True, slots=True)
class Notebook:
    """One notebook of the corpus."""

    name: str
    source: bytes
    fails: tuple[str, ...]
    """Suites that must see its fault; none if it is right."""

    @property
    def id(self) -> str:
        """Its name in a test's output."""
        return f"notebooks/{self.name}"

    @property
    def submission(self) -> Source:
        """What is handed to the grader."""
        return Source(f"{self.name}.ipynb", self.source)


@dataclass(frozen=True, slots=True)
class Wild:
    """One whole file or notebook of the corpus."""

    name: str
    source: bytes
    kind: Kind
    why: str
    missing: tuple[str, ...]
    """The operations it does not have, apart from reflected ones, `zero_grad` and values as exponents."""
    fails: tuple[str, ...]
    """Suites that must see its fault; none if it is right."""

    @property
    def id(self) -> str:
        """Its name in a test's output."""
        return f"wild/{self.name}"

    @property
    def submission(self) -> Source:
        """What is handed to the grader."""
        return Source(self.name, self.source)


@dataclass(frozen=True, slots=True)
class Cause:
    """One whole file with a cause that a diagnosis must name, or two."""

    name: str
    source: bytes
    fault: str
    beside: str | None
    """A second cause in the same file, which must be named too."""
    operation: str | None
    """Where the cause is; None where it is in several operations, or in the pass."""
    line: int | None
    """That of the cause; None where it is not asked for."""
    why: str

    @property
    def id(self) -> str:
        """Its name in a test's output."""
        return f"causes/{self.name}"

    @property
    def submission(self) -> Source:
        """What is handed to the grader."""
        return Source(self.name, self.source)


@cache
def causes(folder: Path = FOLDER / "causes") -> tuple[Cause, ...]:
    """Every file whose cause must be named.

    Raises `CorpusError` where the table is not as it should be, or is of other files than there are.
    """
    tables, path = _tables(folder, "causes.toml")
    return tuple(_cause(folder / name, table, f"{path}: {name}") for name, table in tables.items())


def _cause(path: Path, table: Mapping[str, Any], place: str) -> Cause:
    required, optional = {"fault": str, "why": str}, {"operation": str, "beside": str, "line_has": str}
    _check_keys(table, {**required, **_like(table)}, optional, place)
    operation, source = table.get("operation"), _source(path, table, place)
    if operation not in {None, *OPERATIONS}:
        raise CorpusError(f"{place}: unknown {operation!r}")
    line = _line_with(source, table["line_has"], place) if "line_has" in table else None
    return Cause(path.name, source, table["fault"], table.get("beside"), operation, line, table["why"])


def _like(table: Mapping[str, Any]) -> Mapping[str, type]:
    """What the table of a file has that is another one after some edits."""
    return {"of": str, "edits": list} if "of" in table else {}


def _source(path: Path, table: Mapping[str, Any], place: str) -> bytes:
    """The text of a file that is there, or of another one after some edits."""
    if "of" not in table:
        return path.read_bytes()
    return edited((path.parent / table["of"]).read_text(encoding="utf-8"), table["edits"], place).encode()


def _line_with(source: bytes, piece: str, place: str) -> int:
    """The number of the one line that has this piece of text, its end included."""
    lines = source.decode().splitlines(keepends=True)
    numbers = [number for number, line in enumerate(lines, 1) if piece in line]
    if len(numbers) != 1:
        raise CorpusError(f"{place}: {piece!r} is in {len(numbers)} lines")
    return numbers[0]


@cache
def wild(folder: Path = FOLDER / "wild") -> tuple[Wild, ...]:
    """Every whole file.

    Raises `CorpusError` where the table is not as it should be, or is of other files than there are.
    """
    tables, path = _tables(folder, "wild.toml")
    return tuple(_wild(folder / name, table, f"{path}: {name}") for name, table in tables.items())


def _tables(folder: Path, table: str) -> tuple[dict[str, Any], Path]:
    """The tables of a folder of whole files, one a file, and where they are written."""
    path = folder / table
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    written = {name for name, table in tables.items() if "of" not in table}
    if odd := written ^ {each.name for each in folder.iterdir() if each != path and each.is_file()}:
        raise CorpusError(f"{path}: {', '.join(sorted(odd))}")
    return tables, path


def unusual() -> tuple[Wild, ...]:
    """Right files that find gradients in unusual or wasteful ways, each by backpropagation."""
    return wild(FOLDER / "unusual")


def _wild(path: Path, table: Mapping[str, Any], place: str) -> Wild:
    required, optional = {"kind": str, "why": str, "missing": list}, {"fails": list, "has": list}
    _check_keys(table, {**required, **_like(table)}, optional, place)
    fails = _names(table.get("fails", []), frozenset(load()), f"{place}: fails")
    if table["kind"] != ("wrong" if fails else "correct"):
        raise CorpusError(f"{place}: not wrong where it fails, or not correct")
    missing = _lacks(table, place)
    source = _source(path, table, place)
    return Wild(path.name, source, table["kind"], table["why"], missing, fails)


def members(folder: Path = FOLDER) -> tuple[Member, ...]:
    """Every member, style by style: the base, its correct variants, its wrong ones.

    Raises `CorpusError` where a file is not as it should be.
    """
    return _members(folder)


def correct(folder: Path = FOLDER) -> tuple[Member, ...]:
    """The members that must not be accused of anything."""
    return tuple(member for member in members(folder) if member.kind == "correct")


def wrong(folder: Path = FOLDER) -> tuple[Member, ...]:
    """The members that have a fault."""
    return tuple(member for member in members(folder) if member.kind == "wrong")


def bases(folder: Path = FOLDER) -> tuple[Member, ...]:
    """The right class that each style starts from."""
    return tuple(member for member in members(folder) if member.name == BASE)


def member(identity: str, folder: Path = FOLDER) -> Member:
    """The member of that id.

    Raises `KeyError` if there is none.
    """
    return {each.id: each for each in members(folder)}[identity]


@cache
def notebooks(folder: Path = FOLDER / "notebooks") -> tuple[Notebook, ...]:
    """Every notebook.

    Raises `CorpusError` if one is said to be wrong that is not there.
    """
    paths = sorted(folder.glob("*.ipynb"))
    if unknown := WRONG_NOTEBOOKS.keys() - {path.stem for path in paths}:
        raise CorpusError(f"{folder}: there is no notebook {', '.join(sorted(unknown))}")
    return tuple(Notebook(path.stem, path.read_bytes(), WRONG_NOTEBOOKS.get(path.stem, ())) for path in paths)


@cache  # by the folder that is meant, however it was asked for
def _members(folder: Path) -> tuple[Member, ...]:
    return tuple(member for path in sorted(folder.glob("*/variants.toml")) for member in _style(path))


def _style(path: Path) -> Iterator[Member]:
    """The members of one folder."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        base = path.with_name("value.py").read_bytes().decode()
    except (OSError, ValueError) as error:
        raise CorpusError(f"{path}: {error}") from error
    _check_keys(data, _FILE_KEYS, {}, str(path))
    missing = _lacks(data, str(path))
    style = path.parent.name
    known = {BASE}
    start = Member(style, BASE, "correct", base.encode(), missing, why=data["style"])
    yield start
    for kind in _KEYS:
        for position, variant in enumerate(data[kind], 1):
            place = f"{path}: {kind} variant {position}"
            if not isinstance(variant, dict):
                raise CorpusError(f"{place}: not a table")
            place = f"{path}: {variant.get('name', f'{kind} variant {position}')}"
            _check_keys(variant, _KEYS[kind], _OPTIONAL_KEYS[kind], place)
            if variant["name"] in known or not variant["name"].isidentifier():
                raise CorpusError(f"{place}: the name is taken, or no name")
            known.add(variant["name"])
            yield _variant(start, kind, variant, place)


def _lacks(table: Mapping[str, Any], place: str) -> tuple[str, ...]:
    """The operations that a class does not have: those that its entry names, and rare ones."""
    named = _names([*table["missing"]], MISSING, f"{place}: missing")
    has = _names(table.get("has", []), frozenset(RARE), f"{place}: has")
    return tuple(dict.fromkeys((*named, *RARE)).keys() - {*has})


def _variant(start: Member, kind: Kind, variant: Mapping[str, Any], place: str) -> Member:
    text = edited(start.source.decode(), variant["edits"], place)
    lacks = _lacks({"missing": start.missing, **variant}, place)
    found = Member(
        style=start.style, name=variant["name"], kind=kind, source=text.encode(), missing=lacks,
        fault=variant.get("fault", ""), code=variant.get("code", ""), where=variant.get("where", ""),
        line_has=variant.get("line_has", ""), why=variant.get("why", ""),
        fails=_names(variant.get("fails", []), frozenset(load()), f"{place}: fails"),
    )  # fmt: skip
    try:
        tree = ast.parse(text)
        compile(tree, place, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise CorpusError(f"{place}: {error}") from error
    if kind == "wrong":
        if not found.fails and not found.why:
            raise CorpusError(f"{place}: no suite is said to see it, nor why none does")
        if not (places := list(_places(found.where, tree))):
            raise CorpusError(f"{place}: there is no function {found.where}")
        if found.line_has and _line_in(places, text, found.line_has) is None:
            raise CorpusError(f"{place}: no line of {found.where or 'it'} has {found.line_has!r}")
    return found


def _line_in(places: Iterable[tuple[int, int]], text: str, piece: str) -> int | None:
    """The first line of these places that has the piece."""
    lines = text.split("\n")
    numbers = (number for first, last in places for number in range(first, last + 1))
    return next((number for number in numbers if piece in lines[number - 1]), None)


def _places(where: str, tree: ast.Module) -> Iterator[tuple[int, int]]:
    """First and last line of each function or class called `name` or `Class.name`; of all if it is empty."""
    if not where:
        yield 1, max((statement.end_lineno or 1 for statement in tree.body), default=1)
        return
    outer, _, name = where.rpartition(".")
    kinds = ast.FunctionDef | ast.ClassDef
    for within in _statements(tree):
        if outer and not (isinstance(within, ast.ClassDef) and within.name == outer):
            continue
        for node in within.body if outer and isinstance(within, ast.ClassDef) else [within]:
            if isinstance(node, kinds) and node.name == name:
                yield node.lineno, node.end_lineno or node.lineno


def _statements(tree: ast.Module) -> list[ast.AST]:
    """The module and all statements in it, the outer ones first."""
    found: list[ast.AST] = [tree]
    for each in found:
        for name in _BLOCKS:
            found += getattr(each, name, ())
    return found


def edited(base: str, edits: list[Any], place: str) -> str:
    """The base with each piece of text replaced, as many times as it says and no more.

    Raises `CorpusError` where a piece is there more or less often.
    """
    text = base
    for position, edit in enumerate(edits, 1):
        match edit:
            case [str(old), str(new)]:
                wanted = 1
            case [str(old), str(new), int(wanted)] if wanted > 0:
                pass
            case _:
                raise CorpusError(f"{place}: edit {position} is not [old, new] or [old, new, times]")
        if not old or old == new:
            raise CorpusError(f"{place}: edit {position} changes nothing")
        if (times := text.count(old)) != wanted:
            raise CorpusError(f"{place}: edit {position} applies {times} times, not {wanted}: {old[:80]!r}")
        text = text.replace(old, new)
    return text


def _check_keys(
    table: Mapping[str, Any], required: Mapping[str, type], optional: Mapping[str, type], place: str
) -> None:
    known = {**required, **optional}
    if unknown := table.keys() - known.keys():
        raise CorpusError(f"{place}: unknown {', '.join(sorted(unknown))}")
    if absent := required.keys() - table.keys():
        raise CorpusError(f"{place}: no {', '.join(sorted(absent))}")
    for key, value in table.items():
        if not isinstance(value, known[key]):
            raise CorpusError(f"{place}: {key} is not a {known[key].__name__}")


def _names(values: list[Any], known: frozenset[str], place: str) -> tuple[str, ...]:
    if unknown := [value for value in values if value not in known]:
        raise CorpusError(f"{place}: unknown {', '.join(map(repr, unknown))}")
    if len(set(values)) != len(values):
        raise CorpusError(f"{place}: one is named twice")
    return tuple(values)
