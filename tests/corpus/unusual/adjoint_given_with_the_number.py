"""A node is made of its number and its adjoint; the pass is asked for the derivatives by some inputs."""

import math


class Active:
    def __init__(self, val, adj):
        self.val = val
        self.adj = adj

    def differentiate(self, *inputs):
        for step in tape:
            for node in (step.result, *step.operands):
                node.adj = 0
        self.adj = 1
        for step in reversed(tape):
            step.send()
        tape.clear()
        return tuple(each.adj for each in inputs)

    def __add__(self, other):
        return Step(self.val + other.val, (self, 1.0), (other, 1.0)).result

    def __mul__(self, other):
        return Step(self.val * other.val, (self, other.val), (other, self.val)).result

    def __sub__(self, other):
        return Step(self.val - other.val, (self, 1.0), (other, -1.0)).result

    def __truediv__(self, other):
        slope = -self.val / other.val**2
        return Step(self.val / other.val, (self, 1.0 / other.val), (other, slope)).result

    def tanh(self):
        t = math.tanh(self.val)
        return Step(t, (self, 1.0 - t * t)).result


tape = []


class Step:
    def __init__(self, val, *edges):
        self.result = Active(val, 0)
        self.edges = edges
        self.operands = [operand for operand, _ in edges]
        tape.append(self)

    def send(self):
        for operand, slope in self.edges:
            operand.adj += slope * self.result.adj
