class Node:
    def __init__(self, value, inputs=()):
        self.value = value
        self.inputs = inputs
        self.grad = 0.0
        self.slopes = {}

    def __add__(self, other):
        return total(self, other)

    def __mul__(self, other):
        return product(self, other)


def node_of(x):
    return x if isinstance(x, Node) else Node(x)


def total(left, right):
    left, right = node_of(left), node_of(right)
    made = Node(left.value + right.value, [left, right])
    made.slopes[left] = 1
    made.slopes[right] = 1
    return made


def product(left, right):
    left, right = node_of(left), node_of(right)
    made = Node(left.value * right.value, [left, right])
    made.slopes[left] = left.value
    made.slopes[right] = left.value
    return made


def backward(output):
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for each in node.inputs:
                visit(each)
            order.append(node)

    visit(output)
    output.grad = 1
    for node in reversed(order):
        for each in node.inputs:
            each.grad += node.grad * node.slopes[each]
