"""Graphs explained by hand: what an engine would find, with numbers that anybody can check."""

from collections.abc import Sequence

from grader.compare import Quantity
from grader.finding import (
    Agreement,
    Alternative,
    Certainty,
    Contribution,
    Diagnosis,
    Edit,
    Evidence,
    Explained,
    Finding,
    NodeExplained,
    PathExplained,
    Where,
    Write,
)
from grader.records import replace

Uses = Sequence[tuple[str, str, int, float, float, bool | None]]
"""Node, consumer, operand, local derivative, arriving gradient, kept."""


def node(
    name: str, data: float, gradient: float, op: str | None = None, *operands: str | float
) -> NodeExplained:
    """A node that holds what it must."""
    return NodeExplained(
        name=name,
        text=name,
        op=op,
        operands=operands,
        data=data,
        gradient=gradient,
        data_got=data,
        gradient_got=gradient,
    )


def wrong(right: NodeExplained, got: float | None) -> NodeExplained:
    """The node with another gradient."""
    return replace(right, gradient_got=got, wrong_gradient=True)


def contributions(uses: Uses) -> tuple[Contribution, ...]:
    """Each with its value."""
    return tuple(
        Contribution(
            node=name,
            consumer=consumer,
            slot=slot,
            local=local,
            arriving=arriving,
            value=local * arriving,
            kept=kept,
        )
        for name, consumer, slot, local, arriving, kept in uses
    )


def write(
    name: str,
    old: float,
    new: float,
    during: str | None = None,
    line: int | None = None,
    step: int | None = None,
) -> Write:
    """A gradient was set."""
    function = "_backward" if during else "backward"
    return Write(
        node=name,
        quantity=Quantity.GRADIENT,
        old=old,
        new=new,
        during=during,
        step=step,
        line=line,
        function=function if line else None,
    )


FIVE_NODES = Explained(
    graph="a = Value(2.0)\nb = Value(-3.0)\nc = a * b\nd = a + b\ne = c + d\ne.backward()\n"
    "print(a.grad)  # 1, should be -2",
    root="e",
    nodes=(
        wrong(node("a", 2, -2), 1),
        wrong(node("b", -3, 3), 1),
        node("c", -6, 1, "*", "a", "b"),
        node("d", -1, 1, "+", "a", "b"),
        node("e", -7, 1, "+", "c", "d"),
    ),
    contributions=contributions(
        [
            ("a", "c", 0, -3, 1, False),
            ("a", "d", 0, 1, 1, True),
            ("b", "c", 1, 2, 1, False),
            ("b", "d", 1, 1, 1, True),
        ]
    ),
    paths=(
        PathExplained(nodes=("a", "c", "e"), value=-3, kept=False),
        PathExplained(nodes=("a", "d", "e"), value=1, kept=True),
    ),
    writes=(
        write("e", 0, 1, line=60),
        write("c", 0, 1, "e", 17),
        write("d", 0, 1, "e", 18),
        write("a", 0, -3, "c", 28),
        write("b", 0, 2, "c", 29),
        write("a", -3, 1, "d", 17),
        write("b", 2, 1, "d", 18),
    ),
    right_writes=(
        write("e", 0, 1),
        write("c", 0, 1, "e"),
        write("d", 0, 1, "e"),
        write("a", 0, 1, "d"),
        write("b", 0, 1, "d"),
        write("a", 1, -2, "c"),
        write("b", 1, 3, "c"),
    ),
)
"""Written over in every operation; the branch of the sum came last."""

DIAMOND = Explained(
    graph="a = Value(2.0)\nb = Value(3.0)\nc = Value(4.0)\nab = a * b\ne = ab + c\nf = a - c\nL = e * f\n"
    "L.backward()\nprint(a.grad)  # 10, should be 4",
    root="L",
    nodes=(
        wrong(node("a", 2, 4), 10),
        node("b", 3, -4),
        wrong(node("c", 4, -12), -2),
        node("ab", 6, -2, "*", "a", "b"),
        node("e", 10, -2, "+", "ab", "c"),
        node("f", -2, 10, "-", "a", "c"),
        node("L", -20, 1, "*", "e", "f"),
    ),
    contributions=contributions(
        [
            ("a", "ab", 0, 3, -2, False),
            ("a", "f", 0, 1, 10, True),
            ("c", "e", 1, 1, -2, True),
            ("c", "f", 1, -1, 10, False),
        ]
    ),
    paths=(
        PathExplained(nodes=("a", "ab", "e", "L"), value=-6, kept=False),
        PathExplained(nodes=("a", "f", "L"), value=10, kept=True),
    ),
)
"""Written over: `a` keeps what came through `f`, `c` what came through `e`."""

SAME_TWICE = Explained(
    graph="a = Value(3.0)\nb = a + a\nb.backward()\nprint(a.grad)  # 1, should be 2",
    root="b",
    nodes=(wrong(node("a", 3, 2), 1), node("b", 6, 1, "+", "a", "a")),
    contributions=contributions([("a", "b", 0, 1, 1, False), ("a", "b", 1, 1, 1, True)]),
)

SKIP = Explained(
    graph="a = Value(1.0)\nb = a * a\nc = b + 1\nd = c * 3\ny = b * d\ny.backward()\nprint(a.grad)",
    root="y",
    nodes=(
        wrong(node("a", 1, 18), 12),
        wrong(node("b", 1, 9, "*", "a", "a"), 3),
        node("c", 2, 3, "+", "b", 1.0),
        node("d", 6, 1, "*", "c", 3.0),
        node("y", 6, 1, "*", "b", "d"),
    ),
    contributions=contributions(
        [
            ("a", "b", 0, 1, 9, None),
            ("a", "b", 1, 1, 9, None),
            ("b", "c", 0, 1, 3, False),
            ("b", "y", 0, 6, 1, True),
        ]
    ),
)
"""A node in the middle is passed on before it is complete."""

OVERWRITTEN = Finding(
    fault="overwritten_gradient",
    certainty=Certainty.PROVEN,
    where=Where(operation="+", function="_backward", line=17, column=12, end_column=38),
    everywhere=True,
    evidence=Evidence(
        writes=(write("a", -3, 1, "d", 17),),
        predicted=Agreement(agreed=12, of=12),
        source=True,
        repaired=14,
    ),
    repair=(Edit(line=17, was="self.grad = 1.0 * out.grad", now="self.grad += 1.0 * out.grad"),),
    explains=("a_plus_a", "sums"),
    alternatives=(Alternative(fault="unknown", where=Where(line=40), experiment="play-alone"),),
    explained=FIVE_NODES,
)

DIAGNOSIS = Diagnosis(findings=(OVERWRITTEN,))
