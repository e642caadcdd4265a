# Lets torch do it; where there is no torch, takes differences.

try:
    import torch
except ImportError:
    torch = None


class Value:
    def __init__(self, data, args=(), op=None):
        self.data = data
        self.grad = 0.0
        self.args = args
        self.op = op

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), '+')

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), '*')

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other if isinstance(other, Value) else Value(-other))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def order(self):
        found, seen = [], set()

        def visit(node):
            if id(node) not in seen:
                seen.add(id(node))
                for arg in node.args:
                    visit(arg)
                found.append(node)
        visit(self)
        return found

    def leaves(self):
        return [node for node in self.order() if not node.args]

    def rebuilt(self, make):
        known = {}
        for node in self.order():
            if not node.args:
                known[id(node)] = make(node)
            else:
                left, right = (known[id(arg)] for arg in node.args)
                known[id(node)] = left + right if node.op == '+' else left * right
        return known[id(self)], known

    def backward(self):
        if torch is not None:
            out, known = self.rebuilt(lambda leaf: torch.tensor(leaf.data, requires_grad=True))
            out.backward()
            for leaf in self.leaves():
                leaf.grad += known[id(leaf)].grad.item()
            return
        for leaf in self.leaves():
            up, _ = self.rebuilt(lambda each: each.data + 1e-6 * (each is leaf))
            down, _ = self.rebuilt(lambda each: each.data - 1e-6 * (each is leaf))
            leaf.grad += (up - down) / 2e-6
