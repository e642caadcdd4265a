# Turns the graph into one line of Python, compiles it, and takes differences of that.

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

    def text(self, names):
        if not self.args:
            return names.setdefault(id(self), f'x{len(names)}')
        left, right = (arg.text(names) for arg in self.args)
        return f'({left} {self.op} {right})'

    def backward(self):
        names = {}
        function = eval('lambda ' + ', '.join(f'x{i}' for i in range(self.count(names))) + ': ' + self.text(names))
        point = [leaf.data for leaf in self.by_name(names)]
        h = 1e-5
        for place, leaf in enumerate(self.by_name(names)):
            up, down = list(point), list(point)
            up[place] += h
            down[place] -= h
            leaf.grad += (function(*up) - function(*down)) / (2 * h)

    def count(self, names):
        self.text(names)
        return len(names)

    def by_name(self, names):
        leaves = {id(leaf): leaf for leaf in self.leaves()}
        return [leaves[key] for key in names]
