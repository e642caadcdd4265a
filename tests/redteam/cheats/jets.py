# Taylor arithmetic along each input: pairs (value, slope) sent through the graph.

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

    def backward(self):
        for leaf in self.leaves():
            known = {}
            for node in self.order():
                if not node.args:
                    known[id(node)] = Jet(node.data, 1.0 if node is leaf else 0.0)
                else:
                    left, right = (known[id(arg)] for arg in node.args)
                    known[id(node)] = left + right if node.op == '+' else left * right
            leaf.grad += known[id(self)].first


class Jet:
    def __init__(self, zeroth, first):
        self.zeroth = zeroth
        self.first = first

    def __add__(self, other):
        return Jet(self.zeroth + other.zeroth, self.first + other.first)

    def __mul__(self, other):
        return Jet(self.zeroth * other.zeroth, self.first * other.zeroth + self.zeroth * other.first)
