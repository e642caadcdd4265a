"""What went wrong in a submission's code."""

import signal
from collections.abc import Callable

from api.words import Message
from api.words.count import listed, seconds, size
from api.words.loop import loop
from api.words.operation import operation
from api.words.place import class_in_list, place
from grader.sandbox.base import Problem
from grader.sandbox.limits import Limits

_LIMITS = Limits()

_SIGNALS = {
    signal.SIGKILL: Message(
        "the system ended the program (signal 9)",
        "this is most often memory: look for a list that keeps growing",
    ),
    signal.SIGSEGV: Message(
        "the Python interpreter itself crashed (signal 11)",
        "this is most often a recursion that is very deep; leave out sys.setrecursionlimit, "
        "and walk deep graphs with a list as a stack",
    ),
    signal.SIGSYS: Message(
        "the code asked the system for something that is not available here (signal 31)",
        "leave that part out: files, the network and other processes are not needed",
    ),
    signal.SIGXCPU: Message(
        "the processor time was used up (signal 24)", "look for a loop or a recursion that does not end"
    ),
}
"""Signal numbers are Linux's: that is where submissions run."""


def problem(told: Problem) -> Message:
    """What was seen, with the place where it is known, and what to try."""
    return _WORDS[told.kind](told)


_TO_END = "say for the loop what gets less in each round, and check that its body does that"


def _at(told: Problem) -> str:
    """` in line 3, in `backward``, as far as it is known."""
    where = place(told)
    function = f"in `{told.function}`" if told.function and told.function != "<module>" else ""
    return "".join(f", {part}" for part in (where, function) if part)


def _type(told: Problem) -> str:
    return told.type or "an exception"


def _exception(told: Problem) -> Message:
    seen = f"{_type(told)}: {told.message}" if told.message else _type(told)
    return Message(seen + _at(told), _EXCEPTIONS.get(told.type or "", ""))


_EXCEPTIONS = {
    "ModuleNotFoundError": "only Python's own modules and numpy are here; the class should need no others",
    "NameError": "the file is run on its own: check that everything it uses is defined in it",
}


def _memory(told: Problem) -> Message:
    if told.loop is not None:
        return Message(f"{loop(told.loop)}; it used up all memory", _TO_END)
    return Message(
        f"the {size(_LIMITS.memory)} of memory were used up{_at(told)}", "look for a list that keeps growing"
    )


def _recursion(told: Problem) -> Message:
    return Message(
        f"functions called each other more deeply than Python allows{_at(told)}",
        "look for a call that leads back to itself; to walk a deep graph, use a list as a stack",
    )


def _exit(told: Problem) -> Message:
    return Message(f"the code ended the program{_at(told)}", "leave out exit(), sys.exit() and os._exit()")


def _syntax(told: Problem) -> Message:
    where = f" in {place(told)}" if place(told) else ""
    seen = f"Python cannot read the code{where}"
    return Message(
        f"{seen}: {told.message}" if told.message else seen, "look at that line and the one before it"
    )


def _encoding(told: Problem) -> Message:
    where = place(told) or "the file"
    return Message(f"{where} is not readable as text", "save the file as UTF-8")


def _null_byte(told: Problem) -> Message:
    where = f"in {place(told)}" if place(told) else "in the file"
    return Message(f"there is a null byte {where}", "save the file as plain text, in UTF-8")


def _notebook(told: Problem) -> Message:
    where = f" (its JSON stops making sense in line {told.line})" if told.line else ""
    return Message(
        f"the notebook cannot be read{where}",
        "save it again from the program it was written in, or put the class in a .py file",
    )


def _no_class(told: Problem) -> Message:
    seen = "there is no class to grade"
    if told.classes:
        seen += f"; seen, but not fitting: {listed([class_in_list(each) for each in told.classes])}"
    return Message(
        seen,
        "the class is made from one number, as in Value(2.0), and keeps it in `data`; it has `grad`, "
        "`+` or `*`, and `backward()`",
    )


def _two_classes(told: Problem) -> Message:
    classes = listed([class_in_list(each) for each in told.classes or ()])
    seen = "more than one class could be the one to grade"
    return Message(
        f"{seen}: {classes}" if classes else seen,
        "call the one to grade `Value`, or leave only that one in the file",
    )


def _missing(told: Problem) -> Message:
    return Message(
        f"{operation(told.operation or '')} is not there", "it can be added to the class at any time"
    )


def _wrong_result(told: Problem) -> Message:
    given = "None" if told.type == "NoneType" else f"an object of type `{told.type}`"
    return Message(
        f"{operation(told.operation or '')} gave back {given} where a new node is expected",
        "make a new node for the result and return it",
    )


def _no_closures(_: Problem) -> Message:
    return Message("nodes have no `_backward` that can be called on its own, so this cannot be asked")


def _closures_take_arguments(_: Problem) -> Message:
    return Message(
        "`_backward` takes arguments, so it cannot be called from outside and this cannot be asked"
    )


def _closures_not_local(_: Problem) -> Message:
    return Message(
        "`_backward` of a node goes on to nodes further back, so one step of it cannot be asked on its own"
    )


def _time(told: Problem) -> Message:
    if told.loop is not None:
        return Message(loop(told.loop), _TO_END)
    return Message(
        f"the code kept computing for more than {seconds(_LIMITS.step_cpu)}{_last(told)}",
        "look for a loop that does not end, or for paths that are walked again and again",
    )


def _wall(told: Problem) -> Message:
    return Message(
        f"there was no answer for {seconds(_LIMITS.step_wall)}{_last(told)}",
        "leave out sleep(), input() and the like",
    )


def _last(told: Problem) -> str:
    """Where the code was when it was stopped, if it could still be asked."""
    return f" (last seen in{_at(told).removeprefix(',')})" if _at(told) else ""


def _output(_: Problem) -> Message:
    seen = f"the code printed more than {size(_LIMITS.printed)}"
    return Message(seen, "take out the print() calls in loops")


def _crash(told: Problem) -> Message:
    if told.signal in _SIGNALS:
        return _SIGNALS[signal.Signals(told.signal)]
    number = "" if told.signal is None else f" (signal {told.signal})"
    return Message(f"the program ended abruptly{number}", "leave out code that reaches into Python itself")


def _protocol(_: Problem) -> Message:
    return Message(
        "the answers did not arrive in a form that can be read",
        "leave out code that writes to file descriptors or reaches into Python itself",
    )


def _budget(_: Problem) -> Message:
    return Message(
        f"the time for the whole file, {seconds(_LIMITS.total)} at most, was used up before this was done",
        "look first at the graphs that kept computing",
    )


def _empty(_: Problem) -> Message:
    return Message("there is no code in the file", "check that it was saved, and that it is the right one")


_WORDS: dict[str, Callable[[Problem], Message]] = {
    "empty": _empty,
    "null-byte": _null_byte,
    "encoding": _encoding,
    "notebook": _notebook,
    "syntax": _syntax,
    "no-class": _no_class,
    "two-classes": _two_classes,
    "exception": _exception,
    "memory": _memory,
    "recursion": _recursion,
    "exit": _exit,
    "missing": _missing,
    "wrong-result": _wrong_result,
    "no-closures": _no_closures,
    "closures-take-arguments": _closures_take_arguments,
    "closures-not-local": _closures_not_local,
    "time": _time,
    "wall": _wall,
    "output": _output,
    "crash": _crash,
    "protocol": _protocol,
    "budget": _budget,
}
