# Ridders' method: the step is halved until the extrapolation settles.

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

    def moved(self, leaf, by):
        known = {}
        for node in self.order():
            if not node.args:
                known[id(node)] = node.data + by if node is leaf else node.data
            else:
                left, right = (known[id(arg)] for arg in node.args)
                known[id(node)] = left + right if node.op == '+' else left * right
        return known[id(self)]

    def backward(self):
        for leaf in self.leaves():
            h, rows, best, error = 0.1, [], 0.0, float('inf')
            for i in range(8):
                row = [(self.moved(leaf, h) - self.moved(leaf, -h)) / (2 * h)]
                factor = 4.0
                for j in range(i):
                    row.append((row[j] * factor - rows[-1][j]) / (factor - 1))
                    factor *= 4.0
                    guess = max(abs(row[-1] - row[-2]), abs(row[-1] - rows[-1][j]))
                    if guess < error:
                        best, error = row[-1], guess
                rows.append(row)
                h /= 2
            leaf.grad += best
