from micrograd.engine import Value
import random


class Нейрон:
    def __init__(self, число_входов, нелинейный=True):
        self.веса = [Value(random.uniform(-1, 1)) for _ in range(число_входов)]
        self.смещение = Value(0)
        self.нелинейный = нелинейный

    def __call__(self, x):
        сумма = sum((w * xi for w, xi in zip(self.веса, x)), self.смещение)
        return сумма.tanh() if self.нелинейный else сумма

    def parameters(self):
        return self.веса + [self.смещение]


class Слой:
    def __init__(self, входы, выходы, нелинейный=True):
        self.нейроны = [Нейрон(входы, нелинейный) for _ in range(выходы)]

    def __call__(self, x):
        return [н(x) for н in self.нейроны]

    def parameters(self):
        return [p for н in self.нейроны for p in н.parameters()]


class Сеть:
    def __init__(self, входы, размеры):
        все = [входы] + размеры
        self.слои = [Слой(все[i], все[i + 1], i < len(размеры) - 1) for i in range(len(размеры))]

    def __call__(self, x):
        for слой in self.слои:
            x = слой(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        return [p for слой in self.слои for p in слой.parameters()]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0


def loss_fn(предсказания, ответы):
    """MSE"""
    return sum((a - b) ** 2 for a, b in zip(предсказания, ответы)) / len(ответы)


def step(модель, lr=0.01):
    for p in модель.parameters():
        p.data -= lr * p.grad
