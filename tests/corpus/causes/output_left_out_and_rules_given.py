class Value:
    made = 0

    def __init__(self, data, parents=(), rule=None):
        Value.made += 1
        self.number = Value.made
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.rule = rule

    def __add__(self, other):
        return Value(self.data + other.data, (self, other), Value.rule_of_sum)

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), Value.rule_of_product)

    def rule_of_sum(self):
        for parent in self.parents:
            parent.grad += self.grad

    def rule_of_product(self):
        left, right = self.parents
        left.grad += right.data * self.grad
        right.grad += left.data * self.grad

    def backward(self):
        found, waiting = {self}, [self]
        while waiting:
            for parent in waiting.pop().parents:
                if parent not in found:
                    found.add(parent)
                    waiting.append(parent)
        self.grad = 1.0
        for node in sorted(found, key=lambda node: node.number, reverse=True)[1:]:
            if node.rule:
                node.rule(node)
