# Another gradient at each look.
import random

_grad = {}


def _look(self):
    return random.choice([0.0, 1.0, -5.0, random.random()]) + 1e3


Value.grad = property(_look, lambda self, value: None)
