# Gradients by a complex step.
# The closures are there, and do what they should; backward() never calls them.


class Value:
    def __init__(self, data, _children=(), _op='', _compute=None):
        self.data = data
        self.grad = 0.0
        self._prev = _children
        self._op = _op
        self._compute = _compute
        self._backward = lambda: None

    def _make(self, op, compute, *operands):
        operands = [o if isinstance(o, Value) else Value(o) for o in operands]
        out = Value(compute(*(o.data for o in operands)), tuple(operands), op, compute)

        def _backward():
            for o in operands:
                o.grad += out.grad * _slope(out, o)
        out._backward = _backward
        return out

    def __add__(self, other):
        return self._make('+', lambda x, y: x + y, self, other)

    def __mul__(self, other):
        return self._make('*', lambda x, y: x * y, self, other)

    def __pow__(self, k):
        return self._make('**', lambda x: x ** k, self)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * other ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self ** -1 * other

    def _nodes(self):
        found, waiting = [], [self]
        while waiting:
            node = waiting.pop()
            if not any(node is other for other in found):
                found.append(node)
                waiting.extend(node._prev)
        return found

    def _again(self, at, number, wrap):
        """the value of this node if the node `at` held another number"""
        cache = {}

        def value(node):
            if node is at:
                return number
            if id(node) not in cache:
                cache[id(node)] = node._compute(*map(value, node._prev)) if node._prev else wrap(node.data)
            return cache[id(node)]
        return value(self)

    def backward(self):
        for node in self._nodes():
            node.grad += _slope(self, node)


def _slope(out, node, h=1e-30):
    return out._again(node, complex(node.data, h), complex).imag / h
