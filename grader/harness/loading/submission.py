"""Loads a submission: its source is run as a module, and its class is found."""

import __future__

import ast
import builtins
import contextlib
import sys
import types
from collections.abc import Callable
from typing import Any, NamedTuple

from ..model.find_class import ClassNotFound, ValueClass, find
from ..model.layout import Layouts
from ..running.nowhere import Nowhere
from ..running.problem import MODULE, Places, describe
from ..running.tracing import hide
from . import source
from .definitions import Definitions, definitions_of
from .discover import prepare, settle
from .flags import Keywords
from .modules import PACKAGE, StandInFinder
from .optional_imports import optional_imports
from .outline import SourceOutline, outline
from .recording import looked_at, recording
from .reference import put_reference
from .refusal import refusal
from .same_class import are_same

_OF_SITE = frozenset({"exit", "quit", "help", "copyright", "credits", "license"})
"""Functions that a Python has which was started as usual, and a sandbox has not."""
_BUILTINS = {name: thing for name, thing in builtins.__dict__.items() if name not in _OF_SITE}
"""The names that a submission sees as built in; copied once, before the forks."""
_OURS = dict(_BUILTINS)
"""The names that our own code and the libraries see as built in."""

_FUTURES = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
"""The flags of `from __future__ import ...`; in a notebook one holds for the cells below it too."""

Code = str | ast.Module
"""A piece of source as text, or parsed and changed."""

_gettrace, _settrace = sys.gettrace, sys.settrace
_MOST_RESCUES = 50
_MOST_NAMES = 20


class LoadedSubmission(NamedTuple):
    """The outcome of loading a submission."""

    told: dict[str, Any]
    """The outcome for the host."""
    value_class: ValueClass | None
    """The class, with all that is known of it."""
    cells: list[source.Cell]


class RunOutcome(NamedTuple):
    """The outcome of running a source as a module."""

    told: dict[str, Any]
    """The first exception, and why there is no class, for the host."""
    value_class: ValueClass | None


def load(
    text: bytes,
    header: dict[str, Any],
    places: Places,
    before_it_runs: Callable[[SourceOutline], None] | None = None,
) -> LoadedSubmission:
    """Run the source and find its class; its outline is handed on first."""
    finder = StandInFinder()
    finder.install()
    try:
        cells = source.cells(text, header["name"], notebook=header["notebook"])
    except source.Unreadable as unreadable:
        problem = refusal(unreadable.problem, text, [], notebook=header["notebook"])
        return LoadedSubmission({"problem": problem}, None, [])
    # Before it runs: a submission may replace what this needs of the standard library.
    definitions = _definitions(cells, header)
    if header["definitions_only"] and definitions is not None:
        cells, definitions = definitions.cells, None
    finder.refused = optional_imports(cells)
    sys.argv = [header["name"]]
    pieces = _compiled(_pieces(cells), places)
    if before_it_runs is not None:
        compiled = [(p.code, p.text, p.cell.number) for p in pieces if p.code is not None]
        before_it_runs(outline(compiled))
    reply, value_class = _run_pieces(pieces, header, places)
    if value_class is not None and definitions is not None:
        alone = _class_alone(value_class, definitions, header, places)
        reply["alone"] = alone is not None
        value_class, cells = (alone, definitions.cells) if alone else (value_class, cells)
    if value_class is None:
        reply["problem"] = refusal(reply["problem"], text, cells, notebook=header["notebook"])
    else:
        reply |= value_class.facts()
    finder.loading = False
    reply["absent"] = finder.absent[:_MOST_NAMES]
    return LoadedSubmission(reply, value_class, cells)


def _pieces(cells: list[source.Cell]) -> list[tuple[source.Cell, Code]]:
    """Return the cells, each with its text."""
    return [(cell, cell.text) for cell in cells]


def _definitions(cells: list[source.Cell], header: dict[str, Any]) -> Definitions | None:
    """Return what the class depends on; None where that is all, or where all of it is to be run."""
    if header["again"] and not header["definitions_only"]:
        return None
    definitions = definitions_of(cells, with_state=not header["definitions_only"])
    is_all = [cell.text for cell in definitions.cells] == [cell.text for cell in cells]
    return None if is_all else definitions


def _class_alone(
    whole: ValueClass, definitions: Definitions, header: dict[str, Any], places: Places
) -> ValueClass | None:
    """Return the class without what the source does besides; None where that makes another class."""
    with contextlib.redirect_stdout(Nowhere()):
        alone = run(_pieces(definitions.cells), header, places).value_class
    if alone is None or not are_same(whole, alone, definitions.state):
        resume(whole)
        return None
    return alone


def run(pieces: list[tuple[source.Cell, Code]], header: dict[str, Any], places: Places) -> RunOutcome:
    """Run the pieces of a source as one module; return what it raised, and the class in it."""
    return _run_pieces(_compiled(pieces, places), header, places)


def _run_pieces(pieces: list["_CompiledPiece"], header: dict[str, Any], places: Places) -> RunOutcome:
    """Run compiled pieces as one module, and find the class in it."""
    layouts = Layouts()
    module = _new_module(layouts)
    if not header["notebook"]:
        module.__dict__["__file__"] = header["name"]
    tracing = _gettrace()
    hide()
    errors = _run_all(pieces, module, places)
    builtins.__dict__.update(_OURS)  # what the submission put there would run in our code too,
    _settrace(tracing)  # and so would a tracer of its own
    reply: dict[str, Any] = {"error": errors[0] if errors else None}
    try:

        def look(keywords: Keywords) -> ValueClass:
            needs, name = header["needs_backward"], header["class_name"]
            found = find(module, places, layouts, needs_backward=needs, name=name, keywords=keywords)
            found.caller_seeds = header["caller_seeds"]
            settle(found)
            return found

        value_class = (
            _with_reference(look, module, header, pieces)
            if header["reference"]
            else looked_at(look, module, layouts)
        )
        if header["may_not_record"]:
            value_class = recording(value_class, look, [piece.cell for piece in pieces])
            prepare(value_class)
    except ClassNotFound as missing:
        reply["problem"] = errors[0] if errors and missing.problem["kind"] == "no-class" else missing.problem
        return RunOutcome(reply, None)
    except BaseException as error:
        return RunOutcome({**reply, "problem": describe(error, places)}, None)
    return RunOutcome(reply, value_class)


def _with_reference(
    look: Callable[[Keywords], ValueClass],
    module: types.ModuleType,
    header: dict[str, Any],
    pieces: list["_CompiledPiece"],
) -> ValueClass:
    """Return the right class that is given, in the place of the submission's own."""
    try:
        own = look({})
    except Exception:  # it has none, or none that can be graded
        own = None
    trees = [tree for tree in (source.parsed(piece.cell) for piece in pieces) if tree is not None]
    header["class_name"] = put_reference(module, header["reference"], own, trees)
    return look({})


def resume(value_class: ValueClass) -> None:
    """Make a class that was loaded before the one in force again."""
    _BUILTINS["id"] = value_class.layouts.identity
    sys.modules[MODULE] = value_class.module


def _new_module(layouts: Layouts) -> types.ModuleType:
    """Return the module that a submission runs in, in force."""
    module = types.ModuleType(MODULE)
    module.__dict__["__builtins__"] = _BUILTINS
    module.__dict__["__package__"] = PACKAGE
    _BUILTINS["id"] = layouts.identity
    sys.modules[MODULE] = module
    return module


class _CompiledPiece(NamedTuple):
    """A piece of source, and its code or why it has none."""

    cell: source.Cell
    text: Code
    code: types.CodeType | None
    problem: dict[str, Any]


def _compiled(pieces: list[tuple[source.Cell, Code]], places: Places) -> list[_CompiledPiece]:
    """Return every piece, compiled before any of them runs."""
    compiled = []
    futures = 0
    for cell, text in pieces:
        places.add(cell.file, cell.number)
        code, problem = None, {}
        try:
            code = _code_of(text, cell.file, futures)
            futures |= code.co_flags & _FUTURES
        except (SyntaxError, ValueError) as error:
            problem = _syntax_problem(error, cell)
        except (RecursionError, MemoryError):
            problem = {"kind": "syntax", "message": "too deeply nested", **places.place(cell.file, 1)}
        compiled.append(_CompiledPiece(cell, text, code, problem))
    return compiled


def _run_all(pieces: list[_CompiledPiece], module: types.ModuleType, places: Places) -> list[dict[str, Any]]:
    """Run every piece; return what they raised. One that cannot be compiled is one problem."""
    problems = []
    for cell, text, code, problem in pieces:
        if code is None:
            problems.append(problem)
            continue
        problems += _run_piece(code, cell.file, text, module, places)
        if cell.module is not None:
            _make_importable(module, cell.module)
    return problems


def _make_importable(module: types.ModuleType, name: str) -> None:
    """Let later cells import what a cell that writes a file defines."""
    package, _, stem = name.rpartition(".")
    for alias in (stem, name, package):
        if alias:
            sys.modules.setdefault(alias, module)
    module.__dict__.setdefault(stem, module)


def _run_piece(
    code: types.CodeType, file: str, text: Code, module: types.ModuleType, places: Places
) -> list[dict[str, Any]]:
    """Run one piece. Where it raises, the statements after that are run too: they may add to the class.

    But not after it has chosen to exit or filled its memory, if there is a class.
    """
    problems: list[dict[str, Any]] = []
    for _ in range(_MOST_RESCUES):
        try:
            exec(code, module.__dict__)
        except BaseException as error:
            problems.append(describe(error, places))
            failed = _top_line(error, file)
            if failed == 0 or (isinstance(error, SystemExit | MemoryError) and _has_class(module)):
                break
            body = text.body if isinstance(text, ast.Module) else ast.parse(text).body
            rest = [statement for statement in body if statement.lineno > failed]
            code = _code_of(ast.Module(rest, []), file, code.co_flags & _FUTURES)
        else:
            break
    return problems


def _code_of(piece: Code, file: str, flags: int) -> types.CodeType:
    """Compile code; of a tree, without the statements that are too deep for one, as a long sum is."""
    try:
        code: types.CodeType = compile(piece, file, "exec", flags=flags, dont_inherit=True)
    except RecursionError:
        if not isinstance(piece, ast.Module):
            raise
        shallow = ast.Module(list(filter(_is_shallow, piece.body)), [])
        code = compile(shallow, file, "exec", flags=flags, dont_inherit=True)
    return code


def _is_shallow(statement: ast.stmt) -> bool:
    """Whether a statement can be compiled by itself."""
    try:
        compile(ast.Module([statement], []), "", "exec", dont_inherit=True)
    except RecursionError:
        return False
    return True


def _top_line(error: BaseException, file: str) -> int:
    """Return the line of the module's own code at which the exception passed through."""
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file:
            return traceback.tb_lineno
        traceback = traceback.tb_next
    return 0


def _has_class(module: types.ModuleType) -> bool:
    """Whether a class that computes has been made."""
    classes = (thing for thing in module.__dict__.values() if isinstance(thing, type))
    return any("__add__" in cls.__dict__ or "__mul__" in cls.__dict__ for cls in classes)


def _syntax_problem(error: SyntaxError | ValueError, cell: source.Cell) -> dict[str, Any]:
    """Return why a piece is no Python, with its place."""
    line, offset = getattr(error, "lineno", None), getattr(error, "offset", None)
    place: dict[str, Any] = {} if cell.number is None else {"cell": cell.number}
    if isinstance(line, int):
        place["line"] = line
        if isinstance(offset, int) and offset > 0:
            place["column"] = offset - 1
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return {"kind": "syntax", "message": message[:200], **place}
