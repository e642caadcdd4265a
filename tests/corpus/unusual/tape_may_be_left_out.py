"""A node is recorded only where it is made with a tape, whose method gives the gradients."""


class Edge:
    def __init__(self, user, slope):
        self.user = user
        self.slope = slope


class Tape:
    def __init__(self):
        self.variables = []

    def watch(self, variable):
        variable.tape = self
        self.variables.append(variable)

    def compute_adjoints(self, output):
        for variable in self.variables:
            variable.bar = 0.0
        output.bar = 1.0
        for variable in reversed(self.variables):
            for edge in variable.used_by:
                variable.bar += edge.slope * edge.user.bar


class Variable:
    def __init__(self, value, tape=None):
        self.value = value
        self.bar = None
        self.used_by = []
        if tape is not None:
            tape.watch(self)

    def result(self, value, *operands):
        made = Variable(value, self.tape)
        for operand, slope in operands:
            operand.used_by.append(Edge(made, slope))
        return made

    def __add__(self, other):
        return self.result(self.value + other.value, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        return self.result(self.value * other.value, (self, other.value), (other, self.value))
