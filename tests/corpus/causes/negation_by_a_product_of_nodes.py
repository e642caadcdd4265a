class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = set(parents)
        self.derive = lambda: None

    def __add__(self, operand):
        operand if isinstance(operand, Value) else Value(operand)
        result = Value(self.data + operand.data, [self, operand])

        def derive():
            self.grad += result.grad
            operand.grad += result.grad

        result.derive = derive
        return result

    def __mul__(self, operand):
        operand if isinstance(operand, Value) else Value(operand)
        result = Value(self.data * operand.data, [self, operand])

        def derive():
            self.grad += operand.data * result.grad
            operand.grad += self.data * result.grad

        result.derive = derive
        return result

    def __neg__(self):
        return self * -1

    def __sub__(self, operand):
        return self + (-operand)

    def backward(self):
        order, seen = [], set()

        def walk(node):
            if node not in seen:
                seen.add(node)
                for parent in node.parents:
                    walk(parent)
                order.append(node)

        walk(self)
        self.grad = 1
        for node in reversed(order):
            node.derive()
