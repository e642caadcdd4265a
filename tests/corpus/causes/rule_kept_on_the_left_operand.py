class Sum:
    def number(self, x, y):
        return x + y

    def back(self, g):
        return g, g


class Product:
    def number(self, x, y):
        self.x, self.y = x, y
        return x * y

    def back(self, g):
        return g * self.y, g * self.x


class Worker:
    """Each node has one: it knows what the node is used for."""

    def do(self, job, left, right):
        self.job = job
        out = Value(job.number(left.data, right.data), (left, right))

        def _backward():
            to_left, to_right = self.job.back(out.grad)
            left.grad += to_left
            right.grad += to_right

        out._backward = _backward
        return out


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None
        self.worker = Worker()

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self.worker.do(Sum(), self, other)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self.worker.do(Product(), self, other)

    def backward(self):
        order, seen = [], set()

        def build(node):
            if node not in seen:
                seen.add(node)
                for each in node._prev:
                    build(each)
                order.append(node)

        build(self)
        self.grad = 1.0
        for node in reversed(order):
            node._backward()
