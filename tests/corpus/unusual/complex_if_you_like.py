import cmath


def plain(z):
    return z.real if isinstance(z, complex) and z.imag == 0 else z


class Value:
    def __init__(self, data, edges=()):
        self.data = plain(data)
        self.grad = 0.0
        self.edges = edges

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(complex(self.data) + complex(other.data), ((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(complex(self.data) * complex(other.data), ((self, other.data), (other, self.data)))

    def __pow__(self, k):
        return Value(plain(self.data) ** k, ((self, k * self.data ** (k - 1)),))

    def tanh(self):
        t = plain(cmath.tanh(self.data))
        return Value(t, ((self, 1 - t * t),))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other**-1.0

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1.0 * other

    def backward(self):
        order, met = [], set()

        def visit(node):
            if node not in met:
                met.add(node)
                for parent, _ in node.edges:
                    visit(parent)
                order.append(node)

        visit(self)
        flow = dict.fromkeys(order, 0j)
        flow[self] = 1 + 0j
        for node in reversed(order):
            node.grad += plain(flow[node])
            for parent, local in node.edges:
                flow[parent] += complex(local) * flow[node]
