# Moves each input a little, runs the graph again in place, and puts the input back.

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

    def again(self):
        for node in self.order():
            if node.op == '+':
                node.data = node.args[0].data + node.args[1].data
            elif node.op == '*':
                node.data = node.args[0].data * node.args[1].data
        return self.data

    def backward(self):
        h = 1e-5
        for leaf in self.leaves():
            was = leaf.data
            leaf.data = was + h
            up = self.again()
            leaf.data = was - h
            down = self.again()
            leaf.data = was
            self.again()
            leaf.grad += (up - down) / (2 * h)
