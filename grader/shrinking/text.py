"""A program as text in the language of graphs."""

from suites import Backward, Clear, Operation, Program, Step, ZeroGrad, written


def text(program: Program) -> str:
    """A program in the language of graphs; parsed, it is equal to one whose nodes all have names."""
    steps = program.steps
    passes = [step for step in steps if not isinstance(step, Operation)]
    if passes == [steps[-1]] == [Backward(program.operations[-1].name)]:
        steps = steps[:-1]
    return "; ".join(map(_statement, steps))


def _statement(step: Step) -> str:
    match step:
        case Operation(name, op, operands):
            return f"{name} = {written(op, [str(o) for o in operands], '{op}({operand})')}"
        case Backward(node):
            return f"{node}.backward()"
        case Clear(node):
            return f"{node}.grad = 0"
        case ZeroGrad(node):
            return f"{node}.zero_grad()"
