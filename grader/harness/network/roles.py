"""Which node of a neuron or layer is which weight: told from what the output depends on, never from names.

All parameters are set to 0 but one. If an output moves when the input before it moves, that one is the weight
between them; if it moves without any input, it is the bias.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .structure import Held, Path

Run = Callable[[Sequence[float]], list[float]]
"""The data of the outputs for these inputs."""

Role = tuple[int, int]
"""A neuron, and the input whose weight it is; of a bias the number of inputs."""

_SIZE = 0.5
_NOISE = 1e-12


@dataclass
class Roles:
    """The leaves of a layer by their role."""

    leaves: dict[Role, Held] = field(default_factory=dict)
    shared: list[tuple[Role, Role]] = field(default_factory=list)
    """Roles that are played by one leaf."""
    missing: list[Role] = field(default_factory=list)
    """Roles that nobody plays."""
    unused: list[Held] = field(default_factory=list)
    """Leaves on which no output depends."""


def roles_of(
    leaves: Sequence[Held], inputs: int, outputs: int, run: Run, write: Callable[[Any, float], None]
) -> Roles:
    """Return the roles of leaves in a layer of `inputs` and `outputs`. All data is 0 afterwards."""
    for held in leaves:
        write(held.thing, 0.0)
    found = Roles()
    zeros = [0.0] * inputs
    at_rest = run(zeros)
    places = _still_places(inputs, run, at_rest)
    if len(places) < inputs and len(leaves) == outputs * (inputs + 1):
        # An input that moves an output without any weight says nothing of a weight: `w + x`.
        return Roles(_in_order(leaves, inputs))
    for held in leaves:
        write(held.thing, _SIZE)
        played = _played(inputs, places, run, at_rest)
        write(held.thing, 0.0)
        if not played:
            found.unused.append(held)
        for role in played:
            found.leaves.setdefault(role, held)
        found.shared += [(played[0], role) for role in played[1:]]
    found.missing = _without_leaf(found, inputs, outputs)
    if len(leaves) == outputs * (inputs + 1):
        _guess(found, leaves, inputs)
    return found


def _without_leaf(found: Roles, inputs: int, outputs: int) -> list[Role]:
    """Return the roles that nobody plays."""
    wanted = [(neuron, place) for neuron in range(outputs) for place in range(inputs + 1)]
    return [role for role in wanted if role not in found.leaves]


def _still_places(inputs: int, run: Run, at_rest: list[float]) -> list[int]:
    """Return the inputs that move no output where all data is 0."""
    return [at for at in range(inputs) if not _changed_positions(at_rest, run(_one(at, inputs)))]


def _played(inputs: int, places: Sequence[int], run: Run, at_rest: list[float]) -> list[Role]:
    """The roles that one leaf plays, all others being 0: of the weights, those of inputs at these places."""
    still = run([0.0] * inputs)
    played = [(neuron, inputs) for neuron in _changed_positions(at_rest, still)]
    for place in places:
        played += [(neuron, place) for neuron in _changed_positions(still, run(_one(place, inputs)))]
    return sorted(played)


def _one(place: int, inputs: int) -> list[float]:
    """Return inputs that are 0 but for a 1 at one place."""
    return [float(at == place) for at in range(inputs)]


def _changed_positions(before: list[float], after: list[float]) -> list[int]:
    """Return the positions at which two lists of numbers differ."""
    pairs = zip(before, after, strict=False)
    return [at for at, (was, now) in enumerate(pairs) if not math.isclose(was, now, abs_tol=_NOISE)]


def _guess(found: Roles, leaves: Sequence[Held], inputs: int) -> None:
    """Give missing roles to leaves without effect, by their place, so that what is wrong with them shows."""
    unused = {id(held.thing) for held in found.unused}
    for role, held in _in_order(leaves, inputs).items():
        if role in found.missing and id(held.thing) in unused:
            found.leaves[role] = held


def _in_order(leaves: Sequence[Held], inputs: int) -> dict[Role, Held]:
    """The roles by place: one that stands alone among a neuron's is its bias, else the last."""
    roles: dict[Role, Held] = {}
    for neuron in range(len(leaves) // (inputs + 1)):
        own = leaves[neuron * (inputs + 1) : (neuron + 1) * (inputs + 1)]
        bias = next((at for at, held in enumerate(own) if not _is_in_a_list(held.path)), inputs)
        weights = [held for at, held in enumerate(own) if at != bias]
        roles |= {(neuron, place): held for place, held in enumerate(weights)}
        roles[neuron, inputs] = own[bias]
    return roles


def _is_in_a_list(path: Path) -> bool:
    """Whether the last step of a path is a position."""
    return bool(path) and isinstance(path[-1], int)
