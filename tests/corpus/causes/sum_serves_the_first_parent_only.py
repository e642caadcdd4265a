class Value:
    """The result keeps the sign it was made with; one method knows all rules."""

    def __init__(self, data, parents=(), sign=""):
        self.data, self.grad = data, 0.0
        self.parents, self.sign = parents, sign

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")

    __radd__, __rmul__ = __add__, __mul__

    def hand_down(self):
        if self.sign == "+":
            for parent in self.parents:
                parent.grad += self.grad
                break
        elif self.sign == "*":
            left, right = self.parents
            left.grad += right.data * self.grad
            right.grad += left.data * self.grad

    def backward(self):
        topo = []

        def add(node):
            if node not in topo:
                for parent in node.parents:
                    add(parent)
                topo.append(node)

        add(self)
        self.grad = 1.0
        while topo:
            topo.pop().hand_down()
