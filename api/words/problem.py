"""What went wrong in a submission's code."""

import math
from collections.abc import Callable, Sequence

from api.i18n import N_, gettext as _, listed, ngettext, size
from api.words import Message, unreadable
from api.words.loop import loop
from api.words.no_class import no_class
from api.words.operation import operation
from api.words.place import class_in_list, place
from grader.sandbox.limits import Limits
from grader.sandbox.replies import Problem, ProblemKind, absent_module

_LIMITS = Limits()

_SIGNALS = {
    9: (  # SIGKILL
        N_("The system ended the program (signal 9)."),
        N_("The usual reason is memory: look for a list that keeps growing."),
    ),
    11: (  # SIGSEGV
        N_("The Python interpreter crashed (signal 11)."),
        N_(
            "The usual reason is very deep recursion: remove `sys.setrecursionlimit`, "
            "and use a list as a stack to walk deep graphs."
        ),
    ),
    31: (  # SIGSYS
        N_("Your code asked the system for something that is not available here (signal 31)."),
        N_("Remove that part: you need no files, no network and no other processes."),
    ),
    24: (  # SIGXCPU
        N_("Your code used up its processor time (signal 24)."),
        N_("Look for a loop or a recursion that does not end."),
    ),
}
"""Signal numbers are Linux's: that is where submissions run, and not every system has names for them."""


def problem(seen: Problem) -> Message:
    """Say what happened, with the place where it is known, and what to try."""
    if seen.kind in _PLAIN:
        return Message(*map(_, _PLAIN[seen.kind]))
    return _MESSAGES[seen.kind](seen)


def _in_function(seen: Problem) -> str:
    return seen.function if seen.function and seen.function != "<module>" else ""


def _with_place(sentence: str, seen: Problem) -> str:
    """The sentence, and a second one with the place as far as it is known."""
    at, function = place(seen), _in_function(seen)
    where = ""
    if at and function:
        where = _("This happened on {place}, in `{function}`.", place=at, function=function)
    elif at:
        where = _("This happened on {place}.", place=at)
    elif function:
        where = _("This happened in `{function}`.", function=function)
    return f"{sentence} {where}".rstrip()


def _with_last_place(sentence: str, seen: Problem) -> str:
    """The sentence, and where the code was when it was stopped, if it could still be asked."""
    at, function = place(seen), _in_function(seen)
    where = ""
    if at and function:
        where = _("We stopped it in `{function}` ({place}).", place=at, function=function)
    elif at:
        where = _("We stopped it on {place}.", place=at)
    elif function:
        where = _("We stopped it in `{function}`.", function=function)
    return f"{sentence} {where}".rstrip()


def _in_loop(seen: Problem) -> str:
    return loop(seen.loop) if seen.loop is not None else ""


def _to_end() -> str:
    return _("Ask for this loop: what gets smaller in each iteration? Check that its body does that.")


def _exception(seen: Problem) -> Message:
    if (module := absent_module(seen.type, seen.message)) is not None:
        return Message(
            _with_place(uses_absent_module(module), seen),
            _("Your class should need only Python's own modules and numpy."),
        )
    type_ = seen.type or _("An exception")
    error = f"{type_}: {seen.message}" if seen.message else type_
    return Message(_error(error, seen), _(_EXCEPTIONS[type_]) if type_ in _EXCEPTIONS else "")


def uses_absent_module(module: str) -> str:
    """The error comes from what stands in for a module: it is not the student's."""
    if not module:
        return _("Your code uses a module that is not available here.")
    return _("Your code uses the module `{module}`, which is not available here.", module=module)


def _error(error: str, seen: Problem) -> str:
    """`TypeError: no (line 3, in `backward`)`: Python's words are not a sentence."""
    at, function = place(seen), _in_function(seen)
    if at and function:
        return _("{error} ({place}, in `{function}`)", error=error, place=at, function=function)
    if at:
        return _("{error} ({place})", error=error, place=at)
    return _("{error} (in `{function}`)", error=error, function=function) if function else error


_EXCEPTIONS = {
    "EOFError": N_("Nobody can answer `input()` here: remove it, and write the value into your code."),
    "ModuleNotFoundError": N_(
        "Only Python's own modules and numpy are available here. Your class should need no others."
    ),
    "NameError": N_("We run your file alone: check that it defines everything it uses."),
}


def _memory(seen: Problem) -> Message:
    if endless := _in_loop(seen):
        used = _("It used up all memory.")
        return Message(f"{endless} {used}", _to_end())
    sentence = _("Your code used up {size} of memory.", size=size(_LIMITS.memory))
    return Message(_with_place(sentence, seen), _("Look for a list that keeps growing."))


def _recursion(seen: Problem) -> Message:
    sentence = _("Your functions call each other more deeply than Python allows.")
    return Message(
        _with_place(sentence, seen),
        _("Look for a function that calls itself without end. To walk a deep graph, use a list as a stack."),
    )


def _exit(seen: Problem) -> Message:
    return Message(
        _with_place(_("Your code ends the program."), seen),
        _("Remove `exit()`, `sys.exit()` and `os._exit()`."),
    )


def _two_classes(seen: Problem) -> Message:
    advice = _("Rename the class that we should grade to `Value`, or remove the other classes from the file.")
    if not seen.classes:
        return Message(_("There is more than one class that we could grade."), advice)
    classes = listed([class_in_list(candidate) for candidate in seen.classes])
    return Message(_("There is more than one class that we could grade: {classes}.", classes=classes), advice)


def _missing(seen: Problem) -> Message:
    return Message(
        _("Your class does not implement {operation}.", operation=operation(seen.operation or "")),
        _("You can add it in a later submission."),
    )


def _wrong_result(seen: Problem) -> Message:
    advice = _("Make a new node for the result and return it.")
    called = operation(seen.operation or "")
    if seen.type == "NoneType":
        return Message(_("The result of {operation} is `None`, not a new node.", operation=called), advice)
    return Message(
        _(
            "The result of {operation} is an object of type `{type}`, not a new node.",
            operation=called,
            type=seen.type,
        ),
        advice,
    )


def _network_unseen(seen: Problem) -> Message:
    what = seen.operation or ""
    if what == "network":
        return Message(
            _(
                "We could not tell how to make or call any class of your network, so there is nothing to "
                "grade."
            ),
            _("Let a constructor need nothing but sizes, as in `MLP(2, [3, 1])`."),
        )
    return Message(_(_UNSEEN.get(what, _UNSEEN_UNIT), part=what))


_UNSEEN_UNIT = N_(
    "We could not tell how to make or call your `{part}`, so we did not check it. This costs no points."
)
_UNSEEN = {
    "activation": N_(
        "Your neurons use a function other than tanh, relu and sigmoid, so we did not check their outputs. "
        "This costs no points."
    ),
    "softmax": N_(
        "Your network ends in softmax. With one output that is always 1, so we did not check it. This costs "
        "no points."
    ),
    "inside": N_(
        "Your network has no class of its own for a neuron or for a layer, so we did not check that part "
        "alone. This costs no points."
    ),
    "loss": N_(
        "We could not call your loss function, or it is not a loss of squares, so we did not check it. This "
        "costs no points."
    ),
    "step": N_(
        "We could not make exactly one step with your function, so we did not check it. This costs no points."
    ),
    "parameters-above": N_(
        "Your network lists the parameters of its neurons itself, so we did not ask a neuron for them. This "
        "costs no points."
    ),
    "parameters": N_(
        "We could not find the weights and biases of your network, so we did not check it. This costs no "
        "points."
    ),
    "layers": N_(
        "We could not find the layers of your network, so we did not check it. This costs no points."
    ),
    "data": N_(
        "The data of your weights cannot be set from outside, so we did not check them. This costs no points."
    ),
}
"""The sentences for what could not be seen of a network."""


def in_loop(parts: Sequence[Problem]) -> Message:
    """Say which parts of a training stand in a loop alone."""
    return Message(
        _(
            "You train in a loop, and there is no function {part} that we could call, so we did not check it."
            " This costs no points.",
            part=listed([operation(each.operation or "") for each in parts], either=True),
        )
    )


def _time(seen: Problem) -> Message:
    if endless := _in_loop(seen):
        return Message(endless, _to_end())
    return Message(
        _with_last_place(_("Your code did not finish: it takes far more steps than it needs."), seen),
        _("Look for a loop that does not end, or for paths that are walked again and again."),
    )


def _wall(seen: Problem) -> Message:
    sentence = _("Your code waited for something and did not go on.")
    return Message(_with_last_place(sentence, seen), _("Remove `sleep()`, `input()` and the like."))


def _output(_problem: Problem) -> Message:
    return Message(
        _("Your code printed more than {size}.", size=size(_LIMITS.printed)),
        _("Remove the `print()` calls in loops."),
    )


def _crash(seen: Problem) -> Message:
    if seen.signal in _SIGNALS:
        sentence, advice = _SIGNALS[seen.signal]
        return Message(_(sentence), _(advice))
    sentence = (
        _("The program ended abruptly.")
        if seen.signal is None
        else _("The program ended abruptly (signal {number}).", number=seen.signal)
    )
    return Message(sentence, _("Remove code that reaches into Python itself."))


def _budget(_problem: Problem) -> Message:
    return Message(
        _(
            "This was not graded: the graphs before it did not finish, and a file can use {duration} in all.",
            duration=ngettext("{n} second", "{n} seconds", math.ceil(_LIMITS.total)),
        ),
        _("Look first at the graphs that ran for too long."),
    )


_PLAIN: dict[ProblemKind, tuple[str, ...]] = {
    ProblemKind.NO_CLOSURES: (
        N_("Your nodes keep no local rule that we can call alone, so we could not replace one."),
    ),
    ProblemKind.CLOSURES_TAKE_ARGUMENTS: (
        N_("Your `_backward` takes arguments, so we could not call it alone to check this rule."),
    ),
    ProblemKind.CLOSURES_NOT_LOCAL: (
        N_("Your `_backward` of a node also runs the nodes before it, so we could not check one rule alone."),
    ),
    ProblemKind.GRAPH_FREED: (
        N_(
            "Your `backward()` frees its graph or refuses a second pass, so we could not use its nodes "
            "again. This choice costs no points."
        ),
    ),
    ProblemKind.GRAPH_NOT_KEPT: (
        N_(
            "Your `backward()` frees its graph or refuses a second pass. This assignment requires a graph "
            "that stays, so that its nodes can be used again."
        ),
        N_("Keep operands and rules after the pass, and let `backward()` run again."),
    ),
    ProblemKind.LAST_NODE_ONLY: (
        N_(
            "Your backward pass takes no output: it begins at the node that was created last, so it cannot "
            "begin at another one. This costs no points."
        ),
    ),
    ProblemKind.UNCLEARED: (
        N_(
            "Gradients of your class cannot be set to 0 from outside, so we could not use its nodes in a "
            "second pass. This costs no points."
        ),
    ),
    ProblemKind.PROTOCOL: (
        N_("The answers of your code did not arrive in a form that can be read."),
        N_("Remove code that writes to file descriptors or reaches into Python itself."),
    ),
}
"""The problems that are told in the same words each time: what happened, and what to do."""

_MESSAGES: dict[ProblemKind, Callable[[Problem], Message]] = {
    ProblemKind.EMPTY: unreadable.empty,
    ProblemKind.NULL_BYTE: unreadable.null_byte,
    ProblemKind.ENCODING: unreadable.encoding,
    ProblemKind.NOTEBOOK: unreadable.notebook,
    ProblemKind.FILE_TYPE: unreadable.file_type,
    ProblemKind.SYNTAX: unreadable.syntax,
    ProblemKind.NO_CLASS: no_class,
    ProblemKind.TWO_CLASSES: _two_classes,
    ProblemKind.EXCEPTION: _exception,
    ProblemKind.MEMORY: _memory,
    ProblemKind.RECURSION: _recursion,
    ProblemKind.EXIT: _exit,
    ProblemKind.MISSING: _missing,
    ProblemKind.WRONG_RESULT: _wrong_result,
    ProblemKind.NETWORK_UNSEEN: _network_unseen,
    ProblemKind.NETWORK_IN_LOOP: lambda seen: in_loop([seen]),
    ProblemKind.TIME: _time,
    ProblemKind.WALL: _wall,
    ProblemKind.OUTPUT: _output,
    ProblemKind.CRASH: _crash,
    ProblemKind.BUDGET: _budget,
}
