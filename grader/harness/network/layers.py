"""The layers of a network and the parameters of each, in the order in which a course writes them down."""

import contextlib
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

from ..model.find_class import ValueClass
from ..wire.messages import MEASURED
from .calling import OutputCalls, Unseen
from .flat import layers_of
from .roles import Role, Roles, roles_of
from .structure import Held, Structure
from .units import Made

_TRIED = ((0.5, 1.0), (0.25, 0.5), (-0.5, 1.0), (-0.25, -0.5))
"""Numbers for all parameters and for all inputs, with which it is seen whether anything comes of them."""
_DRAWS = 16
"""Times that numbers are drawn before a layer is said to have no effect: a step function rarely shows one."""
_FOR_SHARES = ((1.0, 0.1), (2.0, 0.1), (1.0, 0.0))
"""Numbers for all inputs, and by how much the data of each parameter is more than that of the one before."""


@dataclass
class Parameters:
    """The parameters layer by layer and neuron by neuron, the weights of each before its bias."""

    held: list[Held | None]
    """None where nothing plays the role."""
    missing: list[int] = field(default_factory=list)
    shared: list[tuple[int, int]] = field(default_factory=list)
    measured: list[float] = field(default_factory=list)
    """The first output for some weights, all others being 0: it tells the functions at the ends."""
    are_redrawn: bool = False
    """Whether each call draws other ones."""

    @property
    def leaves(self) -> list[Any]:
        """The nodes; None where nothing plays the role."""
        return [None if held is None else held.thing for held in self.held]


@dataclass
class _Known:
    """A network and its parameters. It is kept, so that no other one has nodes of the same identity."""

    made: Made
    parameters: Parameters

    def is_like(self, other: Made) -> bool:
        """Whether the other one holds its nodes in the same places."""
        own, others = self.made.structure.leaves, other.structure.leaves
        return [held.path for held in own] == [held.path for held in others]

    def parameters_of(self, other: Made) -> Parameters:
        """The parameters of the other one, which is like this one."""
        by_path = {held.path: held for held in other.structure.leaves}
        held = [None if each is None else by_path[each.path] for each in self.parameters.held]
        return replace(self.parameters, held=held)


class Layers:
    """Finds the parameters of what a submission made."""

    def __init__(self, value_class: ValueClass, call: OutputCalls) -> None:
        self.value_class = value_class
        self.call = call
        self._known: dict[tuple[type, tuple[int, ...]], _Known] = {}

    def parameters(self, made: Made, sizes: Sequence[int]) -> Parameters:
        """The parameters by their role; all data is 0 afterwards.

        They are told apart once: what holds its nodes in the same places has the same roles for them.

        Raises `Unseen` if they cannot be told apart.
        """
        key = type(made.thing), tuple(sizes)
        known = self._known.get(key)
        if known is None or not known.is_like(made):
            found = self._told_apart(made, sizes)
            with contextlib.suppress(Exception):  # of numbers that it does not take nothing is said
                found.missing += self._without_effect(made, found, sizes)
            found.measured = self._measured(made, found.leaves, sizes)
            known = self._known[key] = _Known(made, found)
        self._set(made.structure.leaves, 0.0)
        return known.parameters_of(made)

    def _told_apart(self, made: Made, sizes: Sequence[int]) -> Parameters:
        """The parameters of one that is like none before."""
        pairs = list(pairwise(sizes))
        if self.call.draws_anew(made.thing, [0.5] * sizes[0]):
            return _absent(pairs, are_redrawn=True)
        try:
            return self._of_layers(made, pairs)
        except Unseen:
            if len(pairs) == 1 or not self._lacks_its_last(made, sizes):
                raise
        found = self._of_layers(made, pairs[:-1])
        lacking = [*range(len(found.held), _roles(pairs))]
        return replace(found, held=found.held + [None] * len(lacking), missing=found.missing + lacking)

    def _lacks_its_last(self, made: Made, sizes: Sequence[int]) -> bool:
        """Whether a network has all of its layers but the last, and gives what the one before gives."""
        before = _roles(list(pairwise(sizes[:-1])))
        outputs = self._gives(made.thing, sizes[0])
        return not made.is_guessed and outputs == sizes[-2] and len(made.structure.leaves) == before

    def _of_layers(self, made: Made, pairs: Sequence[tuple[int, int]]) -> Parameters:
        """The parameters of one with layers of these sizes."""
        found = Parameters([])
        if self._is_constant(made, pairs[0][0]):
            return _absent(pairs)
        try:
            parts = [made.thing] if len(pairs) == 1 else self._parts(made, pairs)
        except Unseen:
            return self._in_lists(made, pairs)
        for part, (inputs, outputs) in zip(parts, pairs, strict=True):
            for thing, neurons in self._pieces(part, outputs):
                self._add(found, made, thing, inputs, neurons)
        if not any(found.held):
            raise Unseen("parameters")
        return found

    def _measured(self, made: Made, leaves: Sequence[Any], sizes: Sequence[int]) -> list[float]:
        """The first output for 1 at the first input; nothing where some is no number."""
        # The first weight of each layer: of the hidden one and of the last, or of the only one.
        ends = [leaves[positions[0]] for positions in _positions(sizes)]
        if len(ends) > len(MEASURED[0]) or None in ends:
            return []
        self._set(made.structure.leaves, 0.0)
        numbers: list[float] = []
        for weights in MEASURED:
            for leaf, weight in zip(ends, weights, strict=False):
                self.write(leaf, weight)
            numbers.append(self.numbers(made.thing, [1.0] + [0.0] * (sizes[0] - 1))[0])
        return numbers if all(map(math.isfinite, numbers)) else []

    def _is_constant(self, made: Made, inputs: int) -> bool:
        """Whether the same comes out whatever it holds and whatever it is called on."""
        first = self.numbers(made.thing, [1.0] * inputs)
        for size, number in _TRIED:
            self._set(made.structure.leaves, size)
            if self.numbers(made.thing, [number] * inputs) != first:
                return False
        return True

    def _without_effect(self, made: Made, found: Parameters, sizes: Sequence[int]) -> list[int]:
        """Return positions of the parameters of layers that never change the output, if others do."""
        layers = _positions(sizes)
        numbers = random.Random(0)
        idle = layers
        for _ in range(_DRAWS if len(layers) > 1 else 0):
            self._draw(made.structure.leaves, numbers)
            inputs = [numbers.uniform(-1, 1) for _ in range(sizes[0])]
            idle = [at for at in idle if not self._moves(made, [found.held[n] for n in at], inputs, numbers)]
        without_effect = {at for layer in idle for at in layer}
        return sorted(without_effect.difference(found.missing)) if len(idle) < len(layers) else []

    def _moves(
        self, made: Made, held: Sequence[Held | None], inputs: Sequence[float], numbers: random.Random
    ) -> bool:
        """Whether other numbers for these parameters change the output; their own are put back."""
        leaves = [each for each in held if each is not None]
        read, name = self.value_class.reader.attribute, self.value_class.data_name
        kept = [read(each.thing, name)[0] for each in leaves]
        before = self.numbers(made.thing, inputs)
        self._draw(leaves, numbers)
        after = self.numbers(made.thing, inputs)
        for each, number in zip(leaves, kept, strict=True):
            self.write(each.thing, number)
        return after != before

    def _draw(self, leaves: Sequence[Held], numbers: random.Random) -> None:
        """Give every parameter a number of its own."""
        for held in leaves:
            self.write(held.thing, numbers.uniform(-1, 1))

    def gives_shares(self, made: Made, inputs: int) -> bool:
        """Whether its outputs are shares of 1, as those of softmax: equal ones where all data is 0."""
        one, other, even = (self._outputs_at(made, size, rise, inputs) for size, rise in _FOR_SHARES)
        is_even = all(math.isclose(share, 1 / len(even)) for share in even)
        return one != other and is_even and all(math.isclose(sum(shares), 1.0) for shares in (one, other))

    def _outputs_at(self, made: Made, size: float, rise: float, inputs: int) -> list[float]:
        """Return the outputs at equal inputs, where the data of each parameter is so much more."""
        for place, held in enumerate(made.structure.leaves, 1):
            self.write(held.thing, place * rise)
        return list(self.numbers(made.thing, [size] * inputs))

    def _pieces(self, part: Any, outputs: int) -> list[tuple[Any, int]]:
        """A layer in one piece, or neuron by neuron."""
        return [(neuron, 1) for neuron in part] if isinstance(part, list) else [(part, outputs)]

    def _add(self, found: Parameters, made: Made, thing: Any, inputs: int, neurons: int) -> None:
        """Add the parameters of one layer or neuron, each at the position of its role."""
        start = len(found.held)
        # Paths are those of the whole, under which a parameter is looked up again after a step.
        own = {id(held.thing) for held in Structure(thing, self.value_class.cls).leaves}
        leaves = [held for held in made.structure.leaves if id(held.thing) in own]
        roles = roles_of(leaves, inputs, neurons, partial(self.numbers, thing), self.write)
        if not roles.leaves and leaves:
            raise Unseen("parameters")
        self._take(found, roles, start, inputs, neurons)

    def _take(self, found: Parameters, roles: Roles, start: int, inputs: int, neurons: int) -> None:
        """Add the parameters by their roles, those that are missing, and those that are shared."""

        def place(role: Role) -> int:
            """Return the position of a role among all parameters."""
            return start + role[0] * (inputs + 1) + role[1]

        wanted = [(neuron, at) for neuron in range(neurons) for at in range(inputs + 1)]
        found.held += [roles.leaves.get(role) for role in wanted]
        found.missing += map(place, roles.missing)
        found.shared += [(place(one), place(other)) for one, other in roles.shared]

    def _parts(self, made: Made, pairs: Sequence[tuple[int, int]]) -> list[Any]:
        """The object of each layer, or the list of its neurons.

        Raises `Unseen` if some layer cannot be found.
        """
        inputs = pairs[0][0]
        self.call(made.thing, [0.5] * inputs)  # what its own code raises comes before what cannot be seen
        parts: list[Any] = []
        rest = [held.thing for held in made.structure.objects]
        for inputs, outputs in pairs:
            position = self._next(rest, inputs, outputs)
            if position is not None:
                part = rest[position]
                inner = {id(held.thing) for held in Structure(part, self.value_class.cls).objects}
                rest = [thing for thing in rest[position + 1 :] if id(thing) not in inner]
            else:
                part, rest = self._neurons(rest, inputs, outputs)
            parts.append(part)
        return parts

    def _neurons(self, rest: list[Any], inputs: int, outputs: int) -> tuple[list[Any], list[Any]]:
        """Return so many neurons, and what comes behind them."""
        neurons: list[Any] = []
        for _ in range(outputs):
            position = self._next(rest, inputs, 1)
            if position is None:
                raise Unseen("layers")
            neurons.append(rest[position])
            rest = rest[position + 1 :]
        return neurons, rest

    def _next(self, things: Sequence[Any], inputs: int, outputs: int) -> int | None:
        """Return the index of the first thing with parameters that maps `inputs` to `outputs` nodes."""
        for position, thing in enumerate(things):
            if not Structure(thing, self.value_class.cls).leaves:
                continue
            if self._gives(thing, inputs) == outputs:
                return position
        return None

    def _gives(self, thing: Any, inputs: int) -> int:
        """Return how many outputs a thing gives; 0 where it cannot be called."""
        try:
            return len(self.call(thing, [0.5] * inputs))
        except Exception:
            return 0

    def _in_lists(self, made: Made, pairs: Sequence[tuple[int, int]]) -> Parameters:
        """The parameters of a network that has no objects for its layers.

        Raises `Unseen` if some weight does not do what its place says.
        """
        layers = layers_of(made.structure.leaves, pairs)
        if layers is None:
            raise Unseen("layers")
        for held in made.structure.leaves:
            self.write(held.thing, 0.0)
        found = Parameters([])
        self._try_weights(made, [weights for weights, _ in layers])
        for weights, biases in layers:
            for neuron, bias in zip(weights, biases, strict=True):
                found.held += [*neuron, bias]
                if bias is None:
                    found.missing.append(len(found.held) - 1)
        return found

    def _try_weights(self, made: Made, layers: Sequence[list[list[Held]]]) -> None:
        """Check that the output moves with each input, through one weight of each layer."""
        first, rest = layers[0], layers[1:]
        zeros = [0.0] * len(first[0])
        for neuron, weights in enumerate(first):
            # The way on from this neuron, through the first one of each layer behind it.
            path = [each[0][0 if at else neuron] for at, each in enumerate(rest)]
            for place, weight in enumerate(weights):
                self._set([weight, *path], 0.5)
                one = [*zeros[:place], 1.0, *zeros[place + 1 :]]
                moved = self.numbers(made.thing, one) != self.numbers(made.thing, zeros)
                self._set([weight, *path], 0.0)
                if not moved:
                    raise Unseen("layers")

    def _set(self, leaves: Sequence[Held], number: float) -> None:
        """Give every parameter the same number."""
        for held in leaves:
            self.write(held.thing, number)

    def numbers(self, thing: Any, inputs: Sequence[float]) -> list[float]:
        """The data of what comes out."""
        read, name = self.value_class.reader.attribute, self.value_class.data_name
        return [read(node, name)[0] for node in self.call(thing, inputs)]

    def write(self, leaf: Any, number: float) -> None:
        """Set the data of a leaf.

        Raises `Unseen` if the class does not let anyone set it.
        """
        try:
            setattr(leaf, self.value_class.data_name, number)
        except (AttributeError, TypeError) as error:
            raise Unseen("data") from error


def _absent(pairs: Sequence[tuple[int, int]], *, are_redrawn: bool = False) -> Parameters:
    """Return the parameters of layers of these sizes where nothing plays their roles."""
    roles = _roles(pairs)
    return Parameters([None] * roles, missing=[*range(roles)], are_redrawn=are_redrawn)


def _roles(pairs: Sequence[tuple[int, int]]) -> int:
    """Return the number of parameters of layers of these sizes."""
    return sum((inputs + 1) * outputs for inputs, outputs in pairs)


def _positions(sizes: Sequence[int]) -> list[list[int]]:
    """Return the positions of the parameters of each layer."""
    starts = [0, *accumulate((inputs + 1) * outputs for inputs, outputs in pairwise(sizes))]
    return [[*range(start, end)] for start, end in pairwise(starts)]
