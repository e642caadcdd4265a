"""The gradients are returned in a dict by nodes, along every path, and kept in no node."""

from collections import defaultdict


class Variable:
    def __init__(self, value, local_gradients=()):
        self.value = value
        self.local_gradients = local_gradients

    def __add__(self, other):
        return Variable(self.value + other.value, ((self, 1), (other, 1)))

    def __mul__(self, other):
        return Variable(self.value * other.value, ((self, other.value), (other, self.value)))


def get_gradients(variable):
    gradients = defaultdict(lambda: 0)

    def compute_gradients(variable, path_value):
        for child_variable, local_gradient in variable.local_gradients:
            value_of_path_to_child = path_value * local_gradient
            gradients[child_variable] += value_of_path_to_child
            compute_gradients(child_variable, value_of_path_to_child)

    compute_gradients(variable, path_value=1)
    return gradients
