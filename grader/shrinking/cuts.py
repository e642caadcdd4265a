"""Which cuts of a program to try."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice

from grader.shrinking.cut import AS_THEY_ARE, Cut, CutCase
from grader.shrinking.regular import numbers_of
from suites import Backward, Clear, Operation, Program, node_operands

_FEW = 16
"""The number of operations up to which each single cut is tried; beyond, halves, quarters, ..."""
_SIGNLESS = ("+", "-", "*")


def alone(source: CutCase) -> Iterator[Cut]:
    """Every operation by itself."""
    known = set()
    for name in source.operations:
        form = _form(source, name)
        if form not in known:
            known.add(form)
            yield from _windows(source, {name})


def pairs(source: CutCase) -> Iterator[Cut]:
    """An operation and one of its operands."""
    known = set()
    for name, operation in source.operations.items():
        for slot, operand in enumerate(operation.operands):
            if not isinstance(operand, str) or operand not in source.operations:
                continue
            form = _form(source, name), slot, _form(source, operand)
            if form not in known:
                known.add(form)
                yield from _windows(source, {operand, name})


def _form(source: CutCase, name: str) -> tuple[object, ...]:
    """Return what makes an operation different from another when it stands alone."""
    operation = source.operations[name]
    numbers = numbers_of(operation, source.data)
    constants = tuple(None if isinstance(operand, str) else operand for operand in operation.operands)
    signs = () if operation.op in _SIGNLESS else tuple(number < 0 for number in numbers)
    return operation.op, constants, len(set(operation.operands)), len(set(numbers)), signs


def joins(source: CutCase) -> Iterator[Cut]:
    """A result that is used twice and the operation where its uses meet, with little between them."""
    reused = (name for name in source.operations if source.uses[name] > 1)
    for name in islice(reused, _FEW):
        yield from _join(source, name)


def _join(source: CutCase, name: str) -> Iterator[Cut]:
    ways = {name: name}
    """For each node that depends on the result, the first on the way to it."""
    for operation in source.operations.values():
        met = [operand for operand in node_operands(operation) if operand in ways]
        if len(met) > 1:
            yield from _meetings(source, name, operation.name, [(node, ways[node]) for node in met])
            return
        if met:
            ways[operation.name] = operation.name if met == [name] else ways[met[0]]


def _meetings(source: CutCase, name: str, join: str, met: Sequence[tuple[str, str]]) -> Iterator[Cut]:
    """One of the two ways is one operation long, or both are."""
    (left, left_way), (right, right_way) = met
    for ways in ((left_way, name), (name, right_way), (left_way, right_way)):
        renamed = {node: way for node, way in zip((left, right), ways, strict=True) if node != way}
        if name not in renamed:
            yield from _windows(source, {name, *ways, join}, renamed)


def _windows(source: CutCase, kept: Iterable[str], renamed: Mapping[str, str] = AS_THEY_ARE) -> Iterator[Cut]:
    """These operations alone, with one input for all and with their own.

    In one pass of their last, and in those that the program has of them.
    """
    these = frozenset(kept)
    last = max(these, key=source.program.index.__getitem__)
    for merged in (True, False):
        yield Cut(these, renamed, last, merged=merged)
        if source.has_passes:
            yield Cut(these, renamed, merged=merged)


def single(source: CutCase) -> Iterator[Cut]:
    """One thing less, wherever it is; of a large program a half, a quarter, ..."""
    names = list(source.operations)
    if len(names) > _FEW:
        yield from _parts(names)
        return
    yield Cut(source.every, merged=True)
    for name, operation in source.operations.items():
        yield Cut(source.every, root=name)
        yield Cut(source.every - {name})
        for operand in dict.fromkeys(node_operands(operation)):
            yield Cut(source.every - {name}, {name: operand})
    for first, second in combinations(source.program.inputs[:_FEW], 2):
        yield Cut(source.every, {second: first})
    for position, step in enumerate(source.program.steps):
        if not isinstance(step, Operation) and not (
            isinstance(step, Clear) and _passes_again(source.program)
        ):
            yield Cut(source.every, skipped=frozenset({position}))


def _passes_again(program: Program) -> bool:
    """Whether nodes have two passes: then what is right without clearing is a matter of convention."""
    roots = [step.node for step in program.steps if isinstance(step, Backward)]
    return program.reuses_nodes or len(set(roots)) < len(roots)


def _parts(names: Sequence[str]) -> Iterator[Cut]:
    """The beginning and the end of a large program."""
    size = len(names) * 3 // 2
    while size := size // 2:
        yield Cut(frozenset(names[:size]), root=names[size - 1])
        yield Cut(frozenset(names[-size:]))
