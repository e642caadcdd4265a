"""What honest classes call themselves, their attributes and methods; the first that is there counts."""

CLASS_NAMES = ("Value", "Scalar", "Variable", "Tensor", "Var", "Val", "value", "BaseValue", "Node")
DATA_NAMES = ("data", "value", "val", "_value", "_data", "v", "item", "x", "number", "num")
GRAD_NAMES = ("grad", "gradient", "_grad", "grads", "derivative", "adjoint", "g")
BACKWARD_NAMES = ("backward", "backprop", "backwards", "backpropagate", "run_backward")
CLOSURE_NAMES = ("_backward", "backward_fn", "_back", "_backward_fn", "grad_fn", "_grad_fn", "_bwd")
LEAF_NAMES = ("Parameter", "Param", "Leaf", "Input", "Variable", "Var", "Symbol")
RESET_NAMES = ("zero_grad", "zero_gradient", "zero_grads", "reset_grad", "clear_grad", "reset", "zero")
COMPUTING_NAMES = ("forward", "eval", "evaluate", "compute", "calculate")
"""Names of a method that gives a node its number, in a class that computes only when it is asked."""
