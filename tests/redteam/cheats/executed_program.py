# Writes the graph down as a program and executes that with moved inputs.

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

    def program(self):
        order = self.order()
        where = {id(node): place for place, node in enumerate(order)}
        lines = []
        for place, node in enumerate(order):
            if node.args:
                left, right = (where[id(arg)] for arg in node.args)
                lines.append(f'n{place} = n{left} {node.op} n{right}')
        return order, '\n'.join(lines)

    def backward(self):
        order, program = self.program()
        start = {f'n{place}': node.data for place, node in enumerate(order) if not node.args}
        last = f'n{len(order) - 1}'
        for place, node in enumerate(order):
            if node.args:
                continue
            values = []
            for by in (1e-5, -1e-5):
                scope = dict(start)
                scope[f'n{place}'] += by
                exec(program, {}, scope)
                values.append(scope[last])
            node.grad += (values[0] - values[1]) / 2e-5
