"""A node stands in the order more than once.

## What happens
A node in the middle that is used twice runs twice and hands on too much: for `b = a + a; c = b + b` at
a = 1, `a.grad` is 8 instead of 4. On a ladder of such steps the pass doubles its work with each.

## Why
The walk reaches a node once for each path to it. If nothing remembers that it has been there, it is
listed each time, and its rule hands on again what it has handed on before.

## Fix
Keep a set of visited nodes. A node that is in it is passed over altogether: listing it belongs inside
the `if`, together with the visit of its operands.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

FAULT = Fault(
    title="a node that is reached twice runs twice",
    layer=Layer.TRAVERSAL,
    hints=(
        "In `b = a + a; c = b + b`, how often does the rule of `b` run?",
        "Look at what the walk does when it comes to a node for the second time.",
        "The node is put on the list again, and its rule hands on again what it handed on before.",
    ),
    examples={
        "backward": (Replace("elif node not in visited:", "else:", inside="_order"),),
        "backward: listed outside the if": (
            Replace("if is_done:", "if is_done or node in visited:", inside="_order"),
        ),
    },
    undone_by=(Repair("visit-once"),),
    frequency=7,
)
