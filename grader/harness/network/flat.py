"""Finds the parameters of a network that keeps them in lists of its own: matrices of weights, rows of biases.

A matrix may have a row for each neuron or a row for each input: whatever is found is tried before it counts.
"""

from collections import defaultdict
from collections.abc import Sequence

from .structure import Held, Path

Layer = tuple[list[list[Held]], list[Held | None]]
"""The weights of each neuron, and their biases."""


def layers_of(leaves: Sequence[Held], sizes: Sequence[tuple[int, int]]) -> list[Layer] | None:
    """Return the weights and biases of layers of these sizes; None if one has no weights."""
    matrices = _matrices(leaves)
    weights = [_weights(matrices, inputs, outputs) for inputs, outputs in sizes]
    used = {id(held) for matrix in weights if matrix for row in matrix for held in row}
    rows = _rows([held for held in leaves if id(held) not in used])
    layers = zip(weights, sizes, strict=True)
    found = [(matrix, _biases(rows, outputs)) for matrix, (_, outputs) in layers if matrix is not None]
    return found if len(found) == len(sizes) else None


def _matrices(leaves: Sequence[Held]) -> dict[Path, list[list[Held]]]:
    """The leaves that stand in lists of lists, by the place of the outer list."""
    found: dict[Path, dict[int, list[Held]]] = defaultdict(lambda: defaultdict(list))
    for held in leaves:
        if len(held.path) > 2 and isinstance(held.path[-1], int) and isinstance(held.path[-2], int):  # noqa: PLR2004
            found[held.path[:-2]][held.path[-2]].append(held)
    return {path: list(by_row.values()) for path, by_row in found.items()}


def _rows(leaves: Sequence[Held]) -> dict[Path, list[Held]]:
    """The leaves that stand in one list, by its place; one that stands in none by its own."""
    found: dict[Path, list[Held]] = defaultdict(list)
    for held in leaves:
        found[held.path[:-1] if isinstance(held.path[-1], int) else held.path].append(held)
    return found


def _weights(matrices: dict[Path, list[list[Held]]], inputs: int, outputs: int) -> list[list[Held]] | None:
    """Return the matrix with a row for each output, and take it out of `matrices`; None if none fits."""
    for path, matrix in list(matrices.items()):
        shape = (len(matrix), {len(row) for row in matrix})
        if shape in ((outputs, {inputs}), (inputs, {outputs})):
            del matrices[path]
            return matrix if shape[0] == outputs else [list(row) for row in zip(*matrix, strict=True)]
    return None


def _biases(rows: dict[Path, list[Held]], outputs: int) -> list[Held | None]:
    """The first row of that length; nothing where there is none."""
    for path, row in list(rows.items()):
        if len(row) == outputs:
            del rows[path]
            return list(row)
    return [None] * outputs
