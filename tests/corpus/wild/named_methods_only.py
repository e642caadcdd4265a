# A port of my Java version, hence no operator overloading.

class ScalarNode:
    """ node in a computation graph """
    next_id = 0

    def __init__(self, value, left=None, right=None, op=None):
        self.value = value
        self.gradient = 0.0
        self.left = left
        self.right = right
        self.op = op
        self.id = ScalarNode.next_id
        ScalarNode.next_id += 1

    def get_value(self):
        return self.value

    def set_value(self, value):
        self.value = value

    def add(self, other):
        return ScalarNode(self.value + other.value, self, other, "ADD")

    def sub(self, other):
        return ScalarNode(self.value - other.value, self, other, "SUB")

    def mul(self, other):
        return ScalarNode(self.value * other.value, self, other, "MUL")

    def div(self, other):
        return ScalarNode(self.value / other.value, self, other, "DIV")

    def sigmoid(self):
        import math
        return ScalarNode(1.0 / (1.0 + math.exp(-self.value)), self, None, "SIGMOID")

    def tanh(self):
        import math
        return ScalarNode(math.tanh(self.value), self, None, "TANH")

    def relu(self):
        return ScalarNode(self.value if self.value > 0 else 0, self, None, "RELU")

    def collect(self, nodes):
        if self.id in nodes:
            return
        nodes[self.id] = self
        if self.left is not None:
            self.left.collect(nodes)
        if self.right is not None:
            self.right.collect(nodes)

    def backpropagate(self):
        nodes = {}
        self.collect(nodes)
        self.gradient = 1.0
        # ids grow while the graph is built, so descending ids are a topological order
        for node_id in sorted(nodes, reverse=True):
            node = nodes[node_id]
            g, l, r = node.gradient, node.left, node.right
            if node.op == "ADD":
                l.gradient += g
                r.gradient += g
            elif node.op == "SUB":
                l.gradient += g
                r.gradient -= g
            elif node.op == "MUL":
                l.gradient += g * r.value
                r.gradient += g * l.value
            elif node.op == "DIV":
                l.gradient += g / r.value
                r.gradient -= g * l.value / (r.value * r.value)
            elif node.op == "SIGMOID":
                l.gradient += g * node.value * (1 - node.value)
            elif node.op == "TANH":
                l.gradient += g * (1 - node.value * node.value)
            elif node.op == "RELU":
                if l.value > 0:
                    l.gradient += g

    def reset(self):
        self.gradient = 0.0


def main():
    x = ScalarNode(0.7)
    y = ScalarNode(-1.2)
    z = x.mul(y).add(x).tanh()
    z.backpropagate()
    print("dz/dx =", x.gradient)
    print("dz/dy =", y.gradient)


if __name__ == "__main__":
    main()
