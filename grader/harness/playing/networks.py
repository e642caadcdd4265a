"""Asks the classes of a submission for a network what one graph says, and reads what came of it."""

import contextlib
import random
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ..model.filled import filled
from ..model.read import ABSENT
from ..network.calling import Unseen
from ..network.draws import place_of_draw
from ..network.layers import Layers, Parameters
from ..network.loops import Training, step_without_pass, training_of
from ..network.losses import Loss, NamedLoss, losses
from ..network.making import LAYER, NETWORK, NEURON
from ..network.methods import Methods
from ..network.names import MEANS, NO_SQUARES, SQUARES
from ..network.structure import Structure
from ..network.units import Made, Units
from ..running.problem import Missing, WrongResult

if TYPE_CHECKING:
    from .play import Player, PlayMessage

OUTPUTS, GRADIENTS, PARAMETERS, ZERO_GRAD = "outputs", "gradients", "parameters", "zero-grad"
TWO_PASSES, LOSS, STEP, TRAINING = "two-passes", "loss", "step", "training"


class NetworkMessage(NamedTuple):
    """The network of a graph, its fields in the order in which the host writes them."""

    unit: str
    asks: str
    sizes: list[int]
    samples: int
    parameters: int
    """The first inputs of the graph are parameters."""
    outputs: list[int]
    """The slots of what is asked for."""
    rate: float
    epochs: int


class NetworkAnswer(NamedTuple):
    """The slots of a play with what stands in them, and what was seen on the way."""

    slots: list[Any]
    forward: tuple[list[float], bytes]
    seen: dict[str, Any]


class Networks:
    """The networks of a submission."""

    def __init__(self, player: "Player") -> None:
        self.player = player
        self.value_class = player.value_class
        self.units = Units(player.value_class)
        self.layers = Layers(player.value_class, self.units.call)

    @cached_property
    def training(self) -> Training | None:
        """The loop or the function of the file that trains, if any."""
        return training_of(self.player.cells, self.value_class)

    @cached_property
    def step_without_pass(self) -> dict[str, Any]:
        """The place of a step that training makes without any pass, if it does."""
        return step_without_pass(self.player.cells, self.value_class)

    def ask(self, play: "PlayMessage", asked: NetworkMessage) -> NetworkAnswer:
        """Do what the graph says.

        Raises:
            Missing: if there is no such class, method or function.
            WrongResult: if all that a loss computes is lost.
            Unseen: if it is there, and nothing can be said of it.
            Exception: what the submission raised.
        """
        if asked.asks == LOSS:
            return self._loss(play, asked)
        try:
            made = self.units.make(asked.unit, asked.sizes)
        except Missing:
            answer = self._of_a_part(play, asked) if asked.asks == ZERO_GRAD else None
            if answer is None:
                raise
            return answer
        if asked.unit == LAYER:
            made = made._replace(are_alike=self._are_alike(made, asked.sizes))
        parameters = self.layers.parameters(made, asked.sizes)
        if not any(parameters.held) and self._ends_in_softmax(asked):
            raise Unseen("softmax")  # of one output it is always 1
        if not any(parameters.held) and asked.asks not in (OUTPUTS, GRADIENTS):
            raise Unseen("parameters")  # what it computes is wrong, and costs points there
        return self._answer(play, asked, made, parameters)

    def _of_a_part(self, play: "PlayMessage", asked: NetworkMessage) -> NetworkAnswer | None:
        """Return the answer of a layer or a neuron, where there is no network yet and gradients stay.

        One that is right is as missing as the network, but where an edit of ours made it so.
        Raises what the submission raised while it cleared.
        """
        for kind, sizes in ((LAYER, asked.sizes[:2]), (NEURON, [asked.sizes[0], 1])):
            try:
                made = self.units.make(kind, sizes)
                parameters = self.layers.parameters(made, sizes)
                Methods(self.value_class, made.thing).zero_grad()
            except Exception:  # noqa: S112 - other graphs ask for this part, and report it
                continue
            answer = self._answer(play, asked, made, parameters)
            slots = answer.slots[: asked.parameters]
            left, _ = self.value_class.reader.attributes(slots, self.value_class.grad_name)
            return answer if any(left) or self.player.is_edited else None
        return None

    def _answer(
        self, play: "PlayMessage", asked: NetworkMessage, made: Made, parameters: Parameters
    ) -> NetworkAnswer:
        """Give the parameters their numbers, and do what is asked."""
        seen = self._facts(made, parameters)
        if parameters.are_redrawn:
            random.seed(0)  # what is shown is the same in each grading
            classes = {
                type(thing).__name__
                for thing in (made.thing, *(held.thing for held in made.structure.objects))
            }
            seen |= place_of_draw(self.player.cells, classes, self.value_class.cls.__name__)
        for leaf, number in zip(parameters.leaves, play.inputs, strict=False):
            if leaf is not None:
                self.layers.write(leaf, number)
        leaves = parameters.leaves
        # Of a part, one of its parameters stands for those that the rest of a network would have.
        others = [next((leaf for leaf in leaves if leaf is not None), None)] * (
            asked.parameters - len(leaves)
        )
        slots = [*leaves, *others, *[None] * (play.graph.nodes - asked.parameters)]
        question = _Question(self, play, asked, made, parameters, slots)
        return NetworkAnswer(slots, question.do(), seen | question.place)

    def read(self, slots: Sequence[Any]) -> tuple[list[float], bytes]:
        """The data of what stands in the slots."""
        return self.value_class.reader.attributes(list(slots), self.value_class.data_name)

    def _are_alike(self, made: Made, sizes: Sequence[int]) -> bool:
        """Whether all neurons of a new layer have the same weights, which differ among themselves."""
        numbers, _ = self.read([held.thing for held in made.structure.leaves])
        drawn = {id(held.thing): n for held, n in zip(made.structure.leaves, numbers, strict=True)}
        leaves = self.layers.parameters(made, sizes).leaves
        inputs, outputs = sizes
        rows = [leaves[start : start + inputs] for start in range(0, len(leaves), inputs + 1)]
        weights = {tuple(drawn.get(id(leaf)) for leaf in row) for row in rows}
        are_apart = len({id(leaf) for row in rows for leaf in row}) == inputs * outputs
        return are_apart and len(weights) == 1 and len(set(*weights)) > 1

    def lists_parameters(self) -> bool:
        """Whether a network lists parameters."""
        try:
            network = self.units.make(NETWORK, [2, 3, 1]).thing
            return bool(Methods(self.value_class, network).parameters())
        except Exception:
            return False

    def _ends_in_softmax(self, asked: NetworkMessage) -> bool:
        """Whether a unit like the one that is asked, with two outputs in place of one, gives shares of 1."""
        first, *hidden, last = asked.sizes
        try:
            two = self.units.make(asked.unit, [first, *hidden, 2])
            return last == 1 and self.layers.gives_shares(two, first)
        except Exception:
            return False

    def _facts(self, made: Made, parameters: Parameters) -> dict[str, Any]:
        """Return the facts on which a diagnosis may build."""
        return {
            "missing": parameters.missing,
            "shared": [list(pair) for pair in parameters.shared],
            "measured": parameters.measured,
            "of_ours": made.of_ours,
            "free_ends": made.free_ends,
            "our_functions": made.our_functions,
            "are_alike": made.are_alike,
            "are_redrawn": parameters.are_redrawn,
            "listed": self._listed(made, parameters),
        }

    def _listed(self, made: Made, parameters: Parameters) -> list[int]:
        """How often parameters() lists each of them; empty where it cannot be asked."""
        try:
            entries = Methods(self.value_class, made.thing).parameters()
        except Exception:
            return []
        return [sum(entry is leaf for entry in entries) for leaf in parameters.leaves]

    def _loss(self, play: "PlayMessage", asked: NetworkMessage) -> NetworkAnswer:
        """The loss function of some predictions and targets."""
        predictions, targets = play.inputs[: asked.samples], list(play.inputs[asked.samples :])
        found = list(losses(self.value_class))
        if not found:
            raise Missing("loss")
        dropped: list[str] = []
        for named, way in [(each, way) for each in found for way in each.ways]:
            nodes = [self.value_class.leaf(number, "p") for number in predictions]
            loss = _result(way, nodes, targets)
            if issubclass(type(loss), self.value_class.cls):
                return self._of_loss(play, asked, nodes, loss, named)
            if loss is None and named.name:
                dropped.append(named.name)
        if dropped:
            raise WrongResult(f"{dropped[0]}()", "NoneType")
        raise Unseen("loss")

    def _of_loss(
        self, play: "PlayMessage", asked: NetworkMessage, nodes: list[Any], loss: Any, named: NamedLoss
    ) -> NetworkAnswer:
        """Go backward from a loss of these predictions."""
        slots = [*nodes, *[None] * (play.graph.nodes - len(nodes))]
        slots[asked.outputs[0]] = loss
        forward = self.read(slots)
        self.player.backward(loss, seeds_itself=False)
        return NetworkAnswer(slots, forward, _says(named))


def _result(way: Loss, nodes: list[Any], targets: list[float]) -> Any:
    """Return what a loss gives; an object that is no node where it wants something else."""
    try:
        return way(nodes, targets)
    except Exception:
        return Unseen


def _says(named: NamedLoss) -> dict[str, bool]:
    """Return whether a loss calls itself a mean, and one of squares."""
    is_other = NO_SQUARES.search(named.text) is not None
    return {
        "says_mean": bool(MEANS.search(named.text)) and not named.is_part and not is_other,
        "says_squares": bool(SQUARES.search(named.text)) and not is_other,
    }


class _Question:
    """One question to one network."""

    def __init__(
        self, networks: Networks, play: "PlayMessage", asked: NetworkMessage,
        made: Made, parameters: Parameters, slots: list[Any],
    ) -> None:  # fmt: skip
        self.networks, self.player = networks, networks.player
        self.play, self.asked, self.made = play, asked, made
        self.parameters, self.slots = parameters, slots
        self.methods = Methods(networks.value_class, made.thing)
        self.place: dict[str, Any] = {}
        """Where the statements stand that were read, and not run."""

    def do(self) -> tuple[list[float], bytes]:
        """Carry out what is asked; return the data of the slots before any gradient was asked for."""
        does: dict[str, Callable[[], Any]] = {
            OUTPUTS: self.forward, GRADIENTS: self.gradients, PARAMETERS: self.add_one,
            ZERO_GRAD: self.zero_grad, TWO_PASSES: self.two_passes, STEP: self.step, TRAINING: self.training,
        }  # fmt: skip
        forward: tuple[list[float], bytes] | None = does[self.asked.asks]()
        return forward if forward is not None else self.networks.read(self.slots)

    def forward(self) -> None:
        """Call the network on the numbers of the first sample."""
        self._put(self._outputs(0))

    def gradients(self) -> tuple[list[float], bytes]:
        """Call the network and go backward; return the data of the slots before the pass."""
        outputs = self._outputs(0)
        self._put(outputs)
        forward = self.networks.read(self.slots)
        self._backward(outputs)
        return forward

    def add_one(self) -> None:
        """Add 1 to every entry of parameters()."""
        name = self.networks.value_class.data_name
        for entry in self._listed():
            if issubclass(type(entry), self.networks.value_class.cls):
                number, kind = self.networks.value_class.reader.attribute(entry, name)
                if kind < ABSENT:
                    self.networks.layers.write(entry, number + 1.0)
        self._put(self._found_again())

    def _listed(self) -> list[Any]:
        """Return the entries of parameters(); a neuron needs none of its own where its network lists all.

        Raises `Unseen` in that case.
        """
        try:
            return self.methods.parameters()
        except Missing:
            if self.asked.unit == NEURON and self.networks.lists_parameters():
                raise Unseen("parameters-above") from None
            raise

    def zero_grad(self) -> None:
        """Go backward, then set all gradients to 0."""
        clear = self._clearing()
        self.gradients()
        self._fill()
        clear()

    def _fill(self) -> None:
        """Set gradients to 1 where a pass left none but zeros, as a relu does that holds all back."""
        value_class = self.networks.value_class
        leaves = [leaf for leaf in self.parameters.leaves if leaf is not None]
        self.player.ask_each(leaves)
        numbers, _ = value_class.reader.attributes(leaves, value_class.grad_name)
        for leaf in () if any(numbers) else leaves:
            with contextlib.suppress(AttributeError, TypeError):
                setattr(leaf, value_class.grad_name, filled(leaf, 1.0, value_class))

    def two_passes(self) -> None:
        """Go backward twice, and do in between what training does: it may set no gradient to 0."""
        training = self.networks.training
        if training is not None and training.never_clears:
            self.place = training.place(())
            self.gradients()
        else:
            self.zero_grad()
        self.gradients()

    def _clearing(self) -> Callable[[], Any]:
        """Return what sets all gradients to 0: a function, or statements of a training loop."""
        try:
            return self.methods.zero_grad()
        except Missing:
            training = self.networks.training
            if training is None or not training.clearing:
                raise
            self.place = training.place(training.clearing)
            return partial(training.clear, self._entries())

    def _stepping(self) -> Callable[[], Any]:
        """Return what makes one step: a function, or statements of a training loop."""
        try:
            return self.methods.step(self.asked.rate)
        except (Missing, Unseen):  # a function that does more than one step is read as a loop is
            training = self.networks.training
            if training is None or not training.stepping:
                raise
            self.place = training.place(training.stepping)
            return partial(training.step, self._entries(), self.asked.rate)

    def _entries(self) -> list[Any]:
        """The nodes that parameters() lists."""
        return [e for e in self.methods.parameters() if issubclass(type(e), self.networks.value_class.cls)]

    def step(self) -> None:
        """Set gradients, and make one step; none where training has no gradients for it."""
        self.place = self._place_of_no_gradients()
        if self.place:
            self._put(self._found_again())
            return
        step = self._stepping()
        value_class = self.networks.value_class
        count = self.asked.parameters
        for leaf, number in zip(self.parameters.leaves, self.play.inputs[count:], strict=False):
            if leaf is not None:
                setattr(leaf, value_class.grad_name, filled(leaf, number, value_class))
        step()
        self._put(self._found_again())

    def _place_of_no_gradients(self) -> dict[str, Any]:
        """Return where training makes a step without a pass, or clears the gradients that its step needs."""
        if self.networks.step_without_pass:
            return self.networks.step_without_pass | {"without_pass": True}
        training = self.networks.training
        early = training.cleared_too_early if training is not None else None
        return {} if training is None or early is None else training.place([("", early)]) | {"cleared": True}

    def training(self) -> None:
        """Some steps of gradient descent on a sum of squares, by parameters() and backward() alone."""
        do, networks = self.player.operations.do, self.networks
        value_class = networks.value_class
        entries = self._entries()
        targets = self.play.inputs[-self.asked.samples :]
        for _ in range(self.asked.epochs):
            loss: Any = None
            for sample, target in enumerate(targets):
                error = do("-", [self._outputs(sample)[0], target], [])
                square = do("*", [error, error], [])
                loss = square if loss is None else do("+", [loss, square], [])
            for entry in entries:
                self.player.clears(entry)
            self.player.backward(loss, seeds_itself=False)
            self.player.ask_each(entries)
            for entry in entries:
                gradient, _ = value_class.reader.attribute(entry, value_class.grad_name)
                number, _ = value_class.reader.attribute(entry, value_class.data_name)
                networks.layers.write(entry, number - self.asked.rate * gradient)

    def _outputs(self, sample: int) -> list[Any]:
        """Return the nodes that the network gives for a sample."""
        inputs = self.asked.sizes[0]
        start = self.asked.parameters + sample * inputs
        return self.networks.units.call(self.made.thing, self.play.inputs[start : start + inputs])

    def _put(self, nodes: Sequence[Any]) -> None:
        """Put the output nodes into their slots."""
        for slot, node in zip(self.asked.outputs, nodes, strict=False):
            self.slots[slot] = node

    def _backward(self, outputs: Sequence[Any]) -> None:
        """Go backward from one output, or from the sum of all, each with a factor of its own."""
        do = self.player.operations.do
        terms = [do("*", [node, factor], []) for factor, node in enumerate(outputs, 2)]
        root = outputs[0]
        if len(outputs) > 1:
            root = terms[0]
            for term in terms[1:]:
                root = do("+", [root, term], [])
        self.player.backward(root, seeds_itself=False)

    def _found_again(self) -> list[Any]:
        """Return the nodes that stand now in the places of the parameters."""
        now = Structure(self.made.thing, self.networks.value_class.cls)
        by_path = {held.path: held.thing for held in now.leaves}
        return [None if held is None else by_path.get(held.path) for held in self.parameters.held]
