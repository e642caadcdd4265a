"""Reads off the notes of a submission how lines of code write its names, its operations and its pass."""

import re
from collections.abc import Iterable, Iterator, Sequence
from keyword import iskeyword

from grader.explanation.lines import DIALECT, Dialect
from grader.sandbox.replies import LoadReply, Note
from suites import OPERATIONS

_NAME = r"[A-Za-z_]\w{0,39}"
_GIVEN = r"(True|False|None|0\.0|'[A-Za-z_]{0,40}'|\(\)|\{label\})"
_ARGUMENTS = re.compile(rf"({_NAME}=)?(\{{x\}}|{_NAME}\(\{{x\}}\))(, {_NAME}={_GIVEN}){{0,6}}", re.ASCII)
"""The arguments that a node is made with: a number, and what else its class asks for."""
_PASS = re.compile(rf"({_NAME}\.)?{_NAME}\((output)?\)", re.ASCII)
_MADE_FIRST = re.compile(rf"{_NAME} = {_NAME}\(\)(; {_NAME}\.__enter__\(\))?", re.ASCII)
_OF_COMPANION = re.compile(rf"{_NAME}\.{_NAME}\((a(, b)?|\[a(, b)?\])\)", re.ASCII)
_PREPARED = re.compile(
    rf"((ordered = )?({_NAME}\.)?{_NAME}\((output)?\); )?({_NAME}\.)?{_NAME}\([\w., \[\]]{{0,20}}\)", re.ASCII
)
_QUESTION = re.compile(
    rf"{_NAME}(\.{_NAME}){{0,3}}\(((output, )?(output|node|\[node\])\)(\[0\])?|(id\()?(output|node)\)?, 0\))",
    re.ASCII,
)


def dialect_of(loaded: LoadReply, notes: Sequence[Note], order: tuple[str, ...], *, seeded: bool) -> Dialect:
    """Return the submission's names; the usual ones where its own could not stand in a line of code."""
    by_kind = {note.kind: note for note in (*notes, *loaded.notes)}
    names = {kind: note.name for kind, note in by_kind.items()}
    is_function = any(note.kind == "function" and note.operation == "backward()" for note in notes)

    call = _call_of_pass(
        is_function=is_function,
        takes_gradient="backward-takes-gradient" in by_kind,
        flag=_called(names.get("backward-takes-flag"), ""),
        computing=_as_computed(names.get("computed") or ""),
    )
    dialect = Dialect(
        cls=_called(loaded.found.name if loaded.found else None, DIALECT.cls),
        data=_as_read(names.get("data-name") or DIALECT.data),
        gradient=_called(names.get("gradient-name"), DIALECT.gradient),
        backward=_called(loaded.backward, DIALECT.backward),
        closure=_called(loaded.closures or names.get("rule-name"), DIALECT.closure),
        order=order,
        seeded=seeded,
        made=_as_made(loaded.made),
        call=call,
        functions=tuple(_functions_in((*notes, *loaded.notes))),
        before=_as_made_first(names.get("made-first") or ""),
        wraps_numbers="numbers-wrapped" in by_kind,
    )
    dialect = _as_prepared(dialect, by_kind.get("pass-prepared"))
    dialect = _as_returned(dialect, by_kind.get("gradients-returned"))
    dialect = _as_asked(dialect, by_kind.get("gradients-asked"))
    return _as_outputs_asked(dialect, by_kind.get("outputs-asked"))


def _functions_in(notes: Iterable[Note]) -> Iterator[tuple[str, str]]:
    """Yield the operations that functions do; one with a capital is a class, called in another way."""
    for note in notes:
        operation, name = note.operation, note.name or ""
        if note.kind == "function" and operation in OPERATIONS and _is_name(name) and name.islower():
            yield operation, f"{name}({{}})"
        if note.kind == "companion-operation" and operation in OPERATIONS and _OF_COMPANION.fullmatch(name):
            yield operation, re.sub(r"a(, b)?(?=\]?\)$)", "{}", name)


def _as_made(arguments: str) -> str:
    """Return the arguments that a node is made with; the usual ones where they are none of those known."""
    return arguments if _ARGUMENTS.fullmatch(arguments) else DIALECT.made


def _as_made_first(written: str) -> str:
    """Return the line that makes what nodes need before them, if it is one."""
    return written if _MADE_FIRST.fullmatch(written) else ""


def _called(own: str | None, usual: str) -> str:
    """Return a name of the submission, or else the usual one."""
    return own if own and _is_name(own) else usual


def _as_read(name: str) -> str:
    """Return how the data of a node is read: by its name, or by a call that returns it."""
    return name if _is_name(name.removesuffix("()")) else DIALECT.data


def _as_computed(name: str) -> str:
    """Return how numbers are asked for: of the node, or of a function, whose name has its parentheses."""
    if not _is_name(name.removesuffix("()")):
        return ""
    return name if name.endswith("()") else f"{{node}}.{name}()"


def _as_prepared(dialect: Dialect, note: Note | None) -> Dialect:
    """Return the dialect of a class whose pass needs another call before it, if it does."""
    if note is None or not _PREPARED.fullmatch(note.name or ""):
        return dialect
    before, semicolon, _ = dialect.call.rpartition("; ")
    call = re.sub(r"\boutput\b", "{node}", note.name or "")
    return dialect._replace(call=f"{before}{semicolon}{call}")


def _as_outputs_asked(dialect: Dialect, note: Note | None) -> Dialect:
    """Return the dialect of a class whose outputs are asked about each node, if they are."""
    if note is None or not _QUESTION.fullmatch(note.name or ""):
        return dialect
    own_pass = note.operation if _PASS.fullmatch(note.operation or "") else ""
    call, asked = (re.sub(r"\b(output|node)\b", r"{\1}", each or "") for each in (own_pass, note.name))
    return dialect._replace(seeded=False, call=call.replace("{output}", "{node}"), gradient_of=asked)


def _as_asked(dialect: Dialect, note: Note | None) -> Dialect:
    """Return the dialect of a class whose nodes are asked for their gradients one by one, if they are."""
    if note is None:
        return dialect
    return dialect._replace(
        seeded=False, asks=dialect.backward, call=f"{{node}}.{dialect.gradient} = 1.0",
        gradient_of=f"{{node}}.{dialect.backward}{'()' * (note.name or '').endswith('()')}",
    )  # fmt: skip


def _as_returned(dialect: Dialect, note: Note | None) -> Dialect:
    """Return the dialect of a class whose pass returns the gradients in a dict, if it does."""
    if note is None:
        return dialect
    key = "id({node})" if note.operation == "id" else "{node}"
    before, semicolon, last = dialect.call.rpartition("; ")
    call = f"{before}{semicolon}returned = {last}"
    return dialect._replace(call=call, gradient_of=f"returned.get({key}, 0)")


def _call_of_pass(*, is_function: bool, takes_gradient: bool, flag: str, computing: str) -> str:
    """Return how the pass is asked for, behind the numbers where these are asked for too."""
    if computing:
        call = _call_of_pass(is_function=is_function, takes_gradient=takes_gradient, flag=flag, computing="")
        return f"{computing}; {call}"
    given = ", ".join(["1.0"] * takes_gradient + [f"{flag}=True"] * bool(flag))
    return "{backward}({node})" if is_function else f"{{node}}.{{backward}}({given})"


def _is_name(name: str) -> bool:
    """Whether a text is a name, or a path: a number may stand in an object that a node keeps."""
    return name.isascii() and all(part.isidentifier() and not iskeyword(part) for part in name.split("."))
