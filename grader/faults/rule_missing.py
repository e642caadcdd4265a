"""An operation computes its `data`, but it has no backward rule.

## What happens
The `data` is right, but the operands get no gradient through this operation. For `L = tanh(a) * 3`,
`a.grad` is 0.

## Why
The backward rule of an operation computes the contribution to each of its operands. Without a rule, the
gradient stops at the result of the operation.

## Fix
Write a backward rule and store it in the result. For each operand, it adds the local derivative times
`out.grad`. This is the rule of `a - b`, where the local derivatives are 1 and -1:

    def _backward():
        self.grad += out.grad
        other.grad += -out.grad

    out._backward = _backward
"""

from grader.faults._fault import Fault, FaultPlace, FaultSign, Layer, Replace, Says, Tie, Undoing
from grader.reference import METHODS, rule_statement
from suites import BINARY

FAULT = Fault(
    title="The backward rule of an operation is missing",
    layer=Layer.FORWARD,
    hints=(
        "Test this operation alone and call `backward()`: what is `a.grad`, and what should it be?",
        "Compare the method with the method of an operation that works: which part is missing?",
        "Your operation computes the `data` of its result, but not the contributions to its operands.",
    ),
    examples={op: (Replace(rule_statement(op), "pass", inside=method),) for op, method in METHODS.items()}
    | {
        op: (
            Replace(rule_statement(op, 0), "pass", inside=METHODS[op]),
            Replace(rule_statement(op, 1), "pass", inside=METHODS[op]),
        )
        for op in BINARY
    },
    frequency=8,
    undone_by=(Undoing("add-rule", says=Says.PLACE),),
    signs=(FaultSign.NO_RULE_CALLED, FaultSign.NOTHING_ARRIVES, FaultSign.NO_RULE, FaultSign.DOES_NOT_RUN),
    place=FaultPlace.HEAD,
    tie=Tie.NOTHING_SENT,
)
