"""Sentences on a class that is half done: which parts it has, and what to write next."""

from api.i18n import gettext as _, listed, ngettext, number
from api.words.operation import operation
from api.words.place import place, with_place
from grader.finding import Where
from grader.harness.loading.parts import BACKWARD, CONSTRUCTOR, REFLECTED, RULE
from grader.report import ToWrite
from suites import PRIMITIVES

_MOST_NAMED = 6
"""The most parts that are named of those not tried: a class may have very many methods."""


def part(id_: str) -> str:
    """A part of the class, as a reader calls it."""
    return _("the constructor") if id_ == CONSTRUCTOR else operation(id_)


def right(parts: list[str]) -> str:
    """Name the parts that are written, and of which nothing wrong is known."""
    return _("Written, and right as far as we could try it: {parts}.", parts=listed([*map(part, parts)]))


def untried(parts: list[str]) -> str:
    """Name the parts that are written and could not be tried, as a reader calls them."""
    named, more = parts[:_MOST_NAMED], parts[_MOST_NAMED:]
    if more:
        named.append(ngettext("{n} more", "{n} more", len(more)))
    return _("Written, and not tried yet: {parts}.", parts=listed(named))


def heading(lost: float) -> str:
    """Return the heading above what to write, with the points that are still to be earned."""
    if not lost:
        return _("Write next, in this order:")
    points = 1 if lost == 1 else 2
    return ngettext(
        "Write next, in this order ({n} point):",
        "Write next, in this order ({n} points):",
        points,
        n=number(lost),
    )


def step(entry: ToWrite, finding: int | None = None, *, by_operators: bool = True) -> str:
    """One part to write: the body that is empty, or the method that is not there, and where.

    A finding may tell why the class does not have it. Who writes `add(a, b)` needs no `__neg__`.
    """
    if entry.operation.startswith(RULE):
        what = operation(entry.operation.removeprefix(RULE))
        return with_place(_("{operation}: its backward rule", operation=what), _place(entry))
    what = _("Constructor") if entry.operation == CONSTRUCTOR else part(entry.operation)
    if entry.inside:
        told = _indented(entry, what) if finding is None else _indented_as_told(entry, what, finding)
        return with_place(told, _place(entry))
    if entry.method:
        return with_place(_empty(entry, what), _place(entry))
    if entry.operation == BACKWARD:
        return _("{operation}: the whole method", operation=what)
    if by_operators and (method := _method(entry.operation)):
        return _("{operation}: the method `{method}`", operation=what, method=method)
    return what


def _empty(entry: ToWrite, what: str) -> str:
    """Say that a method without a body is to be written, or removed where it replaces another one."""
    if entry.replaces is not None:
        return _(
            "{operation}: the empty `{method}` replaces the one on line {line}. Remove the empty one",
            operation=what,
            method=entry.method,
            line=entry.replaces,
        )
    if entry.method == entry.operation.removesuffix("()"):
        return _("{operation}: the body", operation=what)
    return _("{operation}: the body of `{method}`", operation=what, method=entry.method)


def _indented(entry: ToWrite, what: str) -> str:
    """Say that a method is written, and indented into the one above."""
    return _(
        "{operation}: your `{method}` is indented into `{inside}`, so the class does not have it. Indent it "
        "like the other methods",
        operation=what,
        method=entry.method,
        inside=entry.inside,
    )


def _indented_as_told(entry: ToWrite, what: str, finding: int) -> str:
    """Say what to do with a method that is indented too far, and where that is explained."""
    return _(
        "{operation}: indent your `{method}` like the other methods, as finding {n} shows",
        operation=what,
        method=entry.method,
        n=finding,
    )


def _place(entry: ToWrite) -> str:
    return place(Where(line=entry.line, cell=entry.cell))


def _method(id_: str) -> str:
    """The name of the method that a class lacks; empty where the part is no method."""
    primitive = PRIMITIVES.get(id_.removeprefix(REFLECTED))
    if id_ == CONSTRUCTOR:
        return "__init__"
    if primitive is None or not primitive.is_operator:
        return ""
    return primitive.reflected if id_.startswith(REFLECTED) else primitive.method


def at_line(*, is_next: bool, is_hidden: bool = False) -> str:
    """Return the words beside the line of an empty body, or of a method that is indented too far."""
    if is_hidden:
        return _("Indented too far")
    return _("Write this next") if is_next else _("Not written yet")


def then(entries: list[ToWrite]) -> str:
    """Name the parts after the first ones, in a line."""
    parts = [with_place(part(entry.operation), _place(entry)) for entry in entries]
    return _("Then: {parts}.", parts=listed(parts))


def tried(right: int, all_: int) -> str:
    """Count the graphs that need no more than is written, and those that are right."""
    if not all_:
        return _("We can try the first graphs when the first parts of this list are written.")
    if right == all_:
        return ngettext(
            "We could already try {n} graph. It is right.",
            "We could already try {n} graphs. All of them are right.",
            all_,
        )
    return ngettext(
        "We could already try {n} graph, and {right} of them is right.",
        "We could already try {n} graphs, and {right} of them are right.",
        all_,
        right=right,
    )
