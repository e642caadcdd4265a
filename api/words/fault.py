"""The layers of a class, as readers of the list of faults know them."""

from api.i18n import N_
from grader.faults import Layer

LAYERS = {
    Layer.CONTRACT: N_("Names, signatures and return values"),
    Layer.FORWARD: N_("Forward pass"),
    Layer.SEED: N_("Gradient of the output"),
    Layer.TRAVERSAL: N_("Order of the backward pass"),
    Layer.STATE: N_("State between passes"),
    Layer.RULE: N_("Local derivatives"),
    Layer.UNARY: N_("Functions of one value"),
    Layer.REFLECTED: N_("Plain numbers on the left"),
    Layer.METHOD: N_("Not backpropagation"),
    Layer.NETWORK: N_("Neuron, layer and network"),
}
"""Headings of the list."""

_EASY, _HARDER, _HARD = N_("easy to find"), N_("harder to find"), N_("hard to find")
EFFORT = {
    Layer.CONTRACT: _EASY,
    Layer.FORWARD: _HARDER,
    Layer.SEED: _EASY,
    Layer.TRAVERSAL: _HARD,
    Layer.STATE: _HARD,
    Layer.RULE: _HARDER,
    Layer.UNARY: _EASY,
    Layer.REFLECTED: _EASY,
    Layer.METHOD: _HARD,
    Layer.NETWORK: _HARDER,
}
"""How hard a fault is to find: any small graph shows it, one of some shapes, or only a larger one."""
