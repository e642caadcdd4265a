"""Expected values of networks agree with PyTorch's own layers, losses and optimisers."""

from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from grader.instances import instances
from grader.networks.judging import right_values
from suites import EPOCHS, RATE, Activation, Ask, AskedNetwork, Graph, networks
from tests.thorough import drawn

GRAPHS = [graph for suite in networks().values() for graph in suite.graphs]
MODEL = (Ask.OUTPUTS, Ask.GRADIENTS, Ask.ZERO_GRAD, Ask.TWO_PASSES, Ask.TRAINING, Ask.STEP)

pytestmark = pytest.mark.oracle


def model(network: AskedNetwork, numbers: tuple[float, ...]) -> Any:
    """The network as a `torch.nn.Sequential` with these parameters, in double precision."""
    import torch

    functions = {
        Activation.TANH: torch.nn.Tanh, Activation.RELU: torch.nn.ReLU,
        Activation.SIGMOID: torch.nn.Sigmoid, Activation.LINEAR: torch.nn.Identity,
    }  # fmt: skip
    rest, layers = list(numbers), []
    pairs = list(pairwise(network.sizes))
    for position, (inputs, outputs) in enumerate(pairs, 1):
        layer = torch.nn.Linear(inputs, outputs, dtype=torch.float64)
        with torch.no_grad():
            for neuron in range(outputs):
                layer.weight[neuron] = torch.tensor(rest[:inputs], dtype=torch.float64)
                layer.bias[neuron] = rest[inputs]
                rest = rest[inputs + 1 :]
        layers += [layer, functions[network.output if position == len(pairs) else network.hidden]()]
    return torch.nn.Sequential(*layers)


def flat(net: Any, attribute: str = "data") -> list[float]:
    """The parameters in our order, or their gradients."""
    numbers: list[float] = []
    for layer in net[::2]:  # behind each stands its function
        weights, biases = getattr(layer.weight, attribute), getattr(layer.bias, attribute)
        for row, bias in zip(weights, biases, strict=True):
            numbers += [*row.tolist(), bias.item()]
    return numbers


def by_torch(network: AskedNetwork, numbers: tuple[float, ...]) -> list[float]:
    """The numbers that count, by PyTorch."""
    import torch

    count = len(network.parameters)
    net = model(network, numbers[:count])
    rest = torch.tensor(numbers[count:], dtype=torch.float64)
    optimiser = torch.optim.SGD(net.parameters(), lr=RATE)
    if network.asks is Ask.STEP:
        gradients = model(network, tuple(rest.tolist()))
        for own, given in zip(net.parameters(), gradients.parameters(), strict=True):
            own.grad = given.detach().clone()
        optimiser.step()
        return flat(net)
    inputs = rest[: network.samples * network.sizes[0]].reshape(network.samples, -1)
    if network.asks is Ask.TRAINING:
        targets = rest[inputs.numel() :].reshape(-1, 1)
        for _ in range(EPOCHS):
            optimiser.zero_grad()
            torch.nn.MSELoss(reduction="sum")(net(inputs), targets).backward()
            optimiser.step()
        return flat(net)
    outputs = net(inputs)[0]
    if network.asks is Ask.OUTPUTS:
        return [float(number) for number in outputs.tolist()]
    factors = range(2, 2 + len(outputs)) if len(outputs) > 1 else [1]
    sum(output * factor for output, factor in zip(outputs, factors, strict=True)).backward()
    return [*outputs.tolist(), *flat(net, "grad")] if network.asks is Ask.GRADIENTS else flat(net, "grad")


def judged(network: AskedNetwork, numbers: tuple[float, ...]) -> list[float]:
    """The numbers that count, as they are expected."""
    expected, index = right_values(network, numbers), network.program.index
    data = [expected.data[index[name]] for name in network.judged_data]
    return data + [expected.gradients[index[name]] for name in network.judged_gradients]


@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.title)
def test_torch_agrees_with_every_network_and_every_function(graph: Graph) -> None:
    assert graph.network is not None
    inputs = [instance.inputs for seed in drawn(range(5), 2) for instance in instances(graph, Random(seed))]
    asked = [graph.network.with_activations(*pair) for pair in product(Activation, repeat=2)]
    for network, numbers in product(asked, inputs):
        if network.asks is Ask.ZERO_GRAD:
            assert set(judged(network, numbers)) == {0.0}
        elif network.asks in MODEL:
            assert judged(network, numbers) == pytest.approx(by_torch(network, numbers), rel=1e-9, abs=1e-11)


def test_torch_agrees_with_the_loss_by_every_divisor() -> None:
    import torch

    graph = next(graph for graph in GRAPHS if graph.network and graph.network.asks is Ask.LOSS)
    assert graph.network is not None
    for seed in range(5):
        numbers = instances(graph, Random(seed))[-1].inputs
        predictions = torch.tensor(numbers[:4], dtype=torch.float64, requires_grad=True)
        targets = torch.tensor(numbers[4:], dtype=torch.float64)
        loss = torch.nn.MSELoss()(predictions, targets)
        loss.backward()
        assert predictions.grad is not None
        right = [loss.item(), *predictions.grad.tolist()]
        for divisor in (1, 2, 4, 8):
            expected = judged(graph.network.with_divisor(divisor), numbers)
            assert expected == pytest.approx([number * 4 / divisor for number in right])
        assert judged(graph.network, numbers) == pytest.approx(right)
