"""Makes a class record, where no gradient came as it stands: by a flag, a mode, a context, a switch.

What each one does decides, never its name: it is tried on the smallest graphs, and an input must receive a
gradient. Tried are parameters of the constructor, and what the file's own examples switch on.
"""

import ast
import types
from collections.abc import Callable
from itertools import islice

from ..model.find_class import ClassNotFound, ValueClass
from ..model.layout import Layouts
from ..model.smallest import OPERATIONS, Answer, ask
from ..model.ways_to_make import as_source, optional_companions
from ..running.problem import classes_of
from .companions import with_companion
from .flags import Keywords, flags
from .source import Cell
from .switches import SetValues, Switch, switches, turn_on

_MOST = 40
_LONGEST = 60
_FAR_MORE = 3

Look = Callable[[Keywords], ValueClass]


def looked_at(look: Look, module: types.ModuleType, layouts: Layouts) -> ValueClass:
    """Return the class as it stands; where that has no pass, made with or beside a tape of the file.

    Raises:
        ClassNotFound: with the reason as data.
    """
    try:
        found = look({})
    except ClassNotFound:
        otherwise = _made_with_a_tape(look, module) or with_companion(look, module, layouts)
        if otherwise is None:
            raise
        return otherwise
    return found if found.backward_name is not None else _made_with_a_tape(look, module) or found


def _made_with_a_tape(look: Look, module: types.ModuleType) -> ValueClass | None:
    """Return the first class that has a pass once its nodes are made with an object of the file."""
    ways = [(cls, keywords) for cls in classes_of(module) for keywords in optional_companions(cls, module)]
    for cls, keywords in ways:
        tried = _class_or_none(look, keywords)
        if tried is not None and tried.cls is cls and tried.backward_name is not None:
            given = (f"{name}={type(value).__name__}()" for name, value in keywords.items())
            tried.note("recording-flag", name=", ".join(given)[:_LONGEST])
            return tried
    return None


def recording(found: ValueClass, look: Look, cells: list[Cell]) -> ValueClass:
    """Return the class as found; where an operation gives no gradient, made or switched so that it does.

    Where nothing does, the class has a mistake besides: then the flag counts with which more lines run, and
    nearly all that run without it, unless they ask of its value what no flag can do. A class that has neither
    is not asked: what ends its process does so in a play.
    """
    try:
        trees = [tree for cell in cells if (tree := _parsed(cell))]
        ways = list(islice(flags(found, trees), _MOST))
        switched = list(islice(switches(trees, found.module.__dict__), _MOST))
    except Exception:  # what a submission has replaced may be missing here
        return found
    if not (ways or switched) or (answer := ask(found)).received == len(OPERATIONS) or answer.hangs:
        return found
    if answer.received:
        return _made_otherwise(found, answer, look, [*filter(_is_plain, ways)])[0]
    made, received = _made_otherwise(found, answer, look, ways)
    return made if received else _switched(found, look, switched) or made


def _is_plain(keywords: Keywords) -> bool:
    """Whether keywords are a flag and no mode: a mode may hide a rule's mistake from a class that records."""
    return all(isinstance(value, bool) for value in keywords.values())


def _made_otherwise(
    found: ValueClass, usual: Answer, look: Look, ways: list[Keywords]
) -> tuple[ValueClass, bool]:
    """Return the class made with a flag, and whether more operations gave a gradient.

    Of a class that gave none, else the one whose lines ran.
    """
    fuller = found
    for keywords in ways:
        if (tried := _class_or_none(look, keywords)) is None:
            continue
        answer = ask(tried)
        is_fuller = (
            not usual.received and _runs_more(answer, usual) and not _is_misused(keywords, answer, usual)
        )
        received = answer.received > usual.received
        if received or (fuller is found and is_fuller):
            given = ", ".join(f"{name}={as_source(value)}" for name, value in keywords.items())
            tried.note("recording-flag", name=given[:_LONGEST])
            fuller = tried
        if received:
            return tried, True
    return fuller, False


def _runs_more(answer: Answer, usual: Answer) -> bool:
    """Whether more lines ran: of those without the flag, `return` below a test of it may be left out."""
    return len(answer.lines - usual.lines) > _FAR_MORE * len(usual.lines - answer.lines)


def _is_misused(keywords: Keywords, answer: Answer, usual: Answer) -> bool:
    """Whether Python refused one of the values: the parameter is for a rule or operands, and is no flag.

    Or a text makes the pass stop: it names an operation, which an input is not made by.
    """
    if any(isinstance(value, str) for value in keywords.values()) and not usual.raised and answer.raised:
        return True
    kinds = {type(value).__name__ for value in keywords.values()}
    return any(f"'{kind}' object" in message for kind in kinds for message in answer.raised)


def _switched(found: ValueClass, look: Look, switched: list[Switch]) -> ValueClass | None:
    """Return the class with the first switch turned on that gives a gradient."""
    for switch in switched:
        before = SetValues(found.module)
        opened = turn_on(switch, found)
        tried = _class_or_none(look, {}) if opened is not None else None
        if tried is not None and ask(tried).received:
            tried.opened = opened
            tried.note("recording-switch", name=switch.text[:_LONGEST])
            return tried
        before.restore(opened)
    return None


def _class_or_none(look: Look, keywords: Keywords) -> ValueClass | None:
    """Return the class as it is found then; None where there is none."""
    try:
        return look(keywords)
    except BaseException:
        return None


def _parsed(cell: Cell) -> ast.Module | None:
    """Return the tree of a cell with its examples, if it has one."""
    try:
        return ast.parse(cell.examples or cell.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
