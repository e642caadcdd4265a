"""Everything that is stored is made a float first, whatever came in: ints, strings of a CSV, numpy scalars."""
import math


class Value:
    def __init__(self, data, parents=()):
        self.data = float(data)
        self.grad = float(0)
        self._parents = parents
        self._distribute = lambda: None

    def __float__(self):
        return self.data

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(float(self) + float(other), (self, other))

        def distribute():
            self.grad += float(out.grad)
            other.grad += float(out.grad)

        out._distribute = distribute
        return out

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(float(self) - float(other), (self, other))

        def distribute():
            self.grad += float(out.grad)
            other.grad -= float(out.grad)

        out._distribute = distribute
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(float(self) * float(other), (self, other))

        def distribute():
            self.grad += float(other) * out.grad
            other.grad += float(self) * out.grad

        out._distribute = distribute
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(float(self) / float(other), (self, other))

        def distribute():
            self.grad += out.grad / float(other)
            other.grad -= out.grad * float(self) / float(other) ** 2

        out._distribute = distribute
        return out

    def __pow__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(float(self) ** float(other), (self, other))

        def distribute():
            self.grad += float(other) * float(self) ** (float(other) - 1) * out.grad
            if float(self) > 0:
                other.grad += float(out) * math.log(float(self)) * out.grad

        out._distribute = distribute
        return out

    def __neg__(self):
        out = Value(-float(self), (self,))

        def distribute():
            self.grad -= out.grad

        out._distribute = distribute
        return out

    def exp(self):
        out = Value(math.exp(float(self)), (self,))

        def distribute():
            self.grad += float(out) * out.grad

        out._distribute = distribute
        return out

    def log(self):
        out = Value(math.log(float(self)), (self,))

        def distribute():
            self.grad += out.grad / float(self)

        out._distribute = distribute
        return out

    def tanh(self):
        out = Value(math.tanh(float(self)), (self,))

        def distribute():
            self.grad += (1 - float(out) ** 2) * out.grad

        out._distribute = distribute
        return out

    def sigmoid(self):
        out = Value(1 / (1 + math.exp(-float(self))), (self,))

        def distribute():
            self.grad += float(out) * (1 - float(out)) * out.grad

        out._distribute = distribute
        return out

    def relu(self):
        out = Value(max(0.0, float(self)), (self,))

        def distribute():
            self.grad += float(float(self) > 0) * out.grad

        out._distribute = distribute
        return out

    def __radd__(self, other): return Value(other) + self
    def __rsub__(self, other): return Value(other) - self
    def __rmul__(self, other): return Value(other) * self
    def __rtruediv__(self, other): return Value(other) / self
    def __rpow__(self, other): return Value(other) ** self

    def backward(self):
        nodes, seen = [], set()

        def gather(node):
            if node not in seen:
                seen.add(node)
                for parent in node._parents:
                    gather(parent)
                nodes.append(node)

        gather(self)
        self.grad = float(1)
        for node in reversed(nodes):
            node._distribute()

    def zero_grad(self):
        self.grad = float(0)
