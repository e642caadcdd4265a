"""A rule reads the result that it was made for."""

from grader.sandbox.protocol import Sandbox
from tests.rewriting_trials import broken, line, repairs


def test_a_result_is_not_a_global(sandbox: Sandbox) -> None:
    old = "        out = Value(self.data * other.data"
    found = broken("closures_set", old, f"        global out\n{old}", "challenge")

    assert ("bind", "global", line(found, "global out")) in repairs(found, sandbox)


def test_functions_made_in_a_loop_keep_the_loop_s_values(sandbox: Sandbox) -> None:
    old = """        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
"""
    new = """        rules = []
        for a, b in ((self, other), (other, self)):
            rules.append(lambda: a.__setattr__("grad", a.grad + b.data * out.grad))
        out._backward = lambda: [rule() for rule in rules]
"""
    found = broken("closures_set", old, new, "linear_chain")

    assert ("bind", "loop", line(found, "rules.append(")) in repairs(found, sandbox)


def test_methods_made_in_a_loop_of_the_module_keep_its_values(sandbox: Sandbox) -> None:
    loop = """for name, f in (("tanh", math.tanh), ("exp", math.exp)):
    def method(self):
        y = f(self.data)
        return Value(y, [(self, y if f is math.exp else 1 - y * y)])

    setattr(Value, name, method)


def lift(x):"""
    found = broken("edge_lists", "def lift(x):", loop, "tanh")

    assert ("bind", "loop", line(found, "def method(self)")) in repairs(found, sandbox)
