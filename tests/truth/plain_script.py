"""Runs a file and lines behind it, as anybody does who pastes them; the standard library and nothing else.

Reads one JSON object from its input, and prints one: what the lines printed or raised, every change of a
number of a node with the line that was at work, every call of a function of the file, and what nodes hold.
"""

import ast
import contextlib
import io
import json
import sys
import traceback
import types
from collections.abc import Sequence
from types import FrameType
from typing import Any

FILE, LINES = "submission.py", "pasted.py"
RETURNED = "returned"
"""The variable of the lines that holds the gradients, where the pass returns them in a dict."""
_WATCHED_IN = 5
"""Frames in which a call is watched: a recursion without an end stops as deep as where nobody watches."""


def number(value: Any) -> float | None:
    """A float, also of an array of one; None of anything else."""
    if value is None or isinstance(value, (bool, str)):
        return None
    with contextlib.suppress(Exception):
        return float(value)
    with contextlib.suppress(Exception):
        return float(value.item())
    return None


def attribute(thing: Any, path: str) -> Any:
    """`thing.a.b`; an exception where it is not there."""
    for name in path.split("."):
        thing = getattr(thing, name)
    return thing


class Watch:
    """Follows the numbers of some nodes while lines run."""

    def __init__(self, space: dict[str, Any], names: Sequence[str], paths: dict[str, str]) -> None:
        self.space, self.names, self.paths = space, names, paths
        self.held: dict[tuple[str, str], float | None] = {}
        self.changes: list[list[Any]] = []
        self.calls: list[list[Any]] = []
        self.step = 0
        self.last: tuple[int | None, str | None] = (None, None)
        self.around: list[str] = []

    def numbers(self) -> dict[tuple[str, str], float | None]:
        """What each node holds now."""
        found: dict[tuple[str, str], float | None] = {}
        for name in self.names:
            if name not in self.space:
                continue
            for quantity, path in self.paths.items():
                with contextlib.suppress(Exception):
                    found[name, quantity] = self.number_in(self.held_at(self.space[name], path))
        return found

    def number_in(self, held: Any) -> float | None:
        """What a node holds as a number: of a gradient that is itself a node, its data."""
        found = number(held)
        with contextlib.suppress(Exception):
            return number(attribute(held, self.paths["data"])) if found is None else found
        return None

    def held_at(self, node: Any, path: str) -> Any:
        """What stands under a path of a node, or in what the pass returned."""
        if path != RETURNED:
            return attribute(node, path)
        gradients = self.space.get(RETURNED)
        if gradients is None:
            return 0.0
        output = [self.space[name] for name in self.names if name != RETURNED and name in self.space][-1]
        return gradients.get(node, gradients.get(id(node), float(node is output)))

    def look(self) -> None:
        """Note what became another since the last look."""
        now = self.numbers()
        for key, value in now.items():
            made = (key[0], "data") in self.held
            old = self.held.get(key)
            if made and repr(old) != repr(value):
                line, function = self.last
                self.changes.append([*key, old, value, line, function, self.step, self.around])
        self.held = now

    def trace(self, frame: FrameType, event: str, _argument: object) -> Any:
        """Look at each line of the file, and note each call."""
        if frame.f_code.co_filename != FILE:
            return self.trace
        self.look()
        if event == "call":
            code = frame.f_code
            self.calls.append([code.co_qualname, code.co_firstlineno, self.nodes_in(frame), self.step])
        place = frame.f_back if event == "return" and frame.f_back is not None else frame
        known = place.f_code.co_filename == FILE
        self.last = (place.f_lineno, place.f_code.co_name) if known else (None, None)
        self.around = self.nodes_in(place) if known else []
        return self.trace

    def nodes_in(self, frame: FrameType) -> list[str]:
        """The nodes among the variables of a function at work."""
        held = [(name, self.space.get(name, self)) for name in self.names]
        return [name for name, node in held if any(each is node for each in frame.f_locals.values())]


def told(error: Exception) -> dict[str, Any]:
    """Type and message as Python prints them, and where in the file."""
    places = []
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            places.append([trace.tb_lineno, trace.tb_frame.f_code.co_name])
        trace = trace.tb_next
    return {
        "type": type(error).__name__,
        "message": str(error),
        "printed": "".join(traceback.format_exception_only(error)).strip(),
        "places": places[-1:] + places[:-1][-200:],
    }


def run(source: str, case: dict[str, Any], *, trace: bool) -> dict[str, Any]:
    """One case behind the file."""
    module = types.ModuleType("pasted")
    sys.modules["pasted"] = module
    space = module.__dict__
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception, SystemExit):
        exec(compile(source, FILE, "exec"), space)  # noqa: S102 - a file of ours
    watch = Watch(space, case["names"], case["paths"])
    output, raised = io.StringIO(), None
    kind = space.get(case["class"])
    try:
        with contextlib.redirect_stdout(output):
            for step, statement in enumerate(ast.parse(case["lines"]).body):
                watch.step = step
                code = compile(ast.Module([statement], []), LINES, "exec")
                limit = sys.getrecursionlimit()
                if trace:
                    watch.look()
                    sys.setrecursionlimit(limit + _WATCHED_IN)
                    sys.settrace(watch.trace)
                try:
                    exec(code, space)  # noqa: S102 - and lines of ours
                finally:
                    sys.settrace(None)
                    sys.setrecursionlimit(limit)
                if trace:
                    watch.look()
                    watch.last = (None, None)
    except Exception as error:  # noqa: BLE001 - whatever it raises is an answer
        watch.look()
        raised = told(error)
    return {
        "printed": output.getvalue().split("\n"),
        "raised": raised,
        "changes": watch.changes,
        "calls": watch.calls[:5000],
        "held": [[*key, value] for key, value in watch.numbers().items()],
        "has": sorted(dir(kind)) if isinstance(kind, type) else [],
        "types": {name: type(space[name]).__name__ for name in case["names"] if name in space},
        "one": [
            [a, b]
            for a in case["names"]
            for b in case["names"]
            if a < b and a in space and space[a] is space.get(b)
        ],
        "functions": sorted(n for n, v in space.items() if isinstance(v, types.FunctionType)),
    }


def main() -> None:
    """Answer what is asked."""
    asked = json.load(sys.stdin)
    if asked["absent"]:
        from unittest.mock import MagicMock  # takes longer than all the rest

        for name in asked["absent"]:
            sys.modules.setdefault(name, MagicMock())
    found = [run(asked["source"], case, trace=case["trace"]) for case in asked["cases"]]
    json.dump(found, sys.stdout)


main()
