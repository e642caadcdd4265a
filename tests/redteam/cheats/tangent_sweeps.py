# Forward mode inside backward(): one sweep from the inputs to the output for each input.

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
        order = self.order()
        for leaf in self.leaves():
            tangent = {}
            for node in order:
                if not node.args:
                    tangent[id(node)] = 1.0 if node is leaf else 0.0
                    continue
                a, b = node.args
                da, db = tangent[id(a)], tangent[id(b)]
                tangent[id(node)] = da + db if node.op == '+' else da * b.data + a.data * db
            leaf.grad += tangent[id(self)]
