"""Homework 3: reverse-mode autodiff on scalars."""

import math


class Value:
    def __init__(self, data, children=(), op="leaf", extra=None):
        self.data = data
        self.grad = 0.0
        self.children = tuple(children)
        self.op = op
        self.extra = extra

    def __repr__(self):
        return f"Value({self.data:.4f}, grad={self.grad:.4f}, op={self.op})"

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.wrap(other)
        return Value(self.data + other.data, (self, other), "add")

    def __sub__(self, other):
        other = Value.wrap(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __mul__(self, other):
        other = Value.wrap(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other):
        other = Value.wrap(other)
        return Value(self.data / other.data, (self, other), "div")

    def __pow__(self, exponent):
        return Value(self.data**exponent, (self,), "pow", exponent)

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __radd__(self, other):
        return Value.wrap(other) + self

    def __rsub__(self, other):
        return Value.wrap(other) - self

    def __rmul__(self, other):
        return Value.wrap(other) * self

    def __rtruediv__(self, other):
        return Value.wrap(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def log(self):
        return Value(math.log(self.data), (self,), "log")

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")

    def sigmoid(self):
        return Value(1 / (1 + math.exp(-self.data)), (self,), "sigmoid")

    def push_gradient(self):
        g = self.grad
        match self.op:
            case "add":
                left, right = self.children
                left.grad += g
                right.grad += g
            case "sub":
                left, right = self.children
                left.grad += g
                right.grad -= g
            case "mul":
                left, right = self.children
                left.grad += g * right.data
                right.grad += g * left.data
            case "div":
                left, right = self.children
                left.grad += g / right.data
                right.grad -= g * left.data / right.data**2
            case "neg":
                (inner,) = self.children
                inner.grad -= g
            case "pow":
                (inner,) = self.children
                inner.grad += g * self.extra * inner.data ** (self.extra - 1)
            case "tanh":
                (inner,) = self.children
                inner.grad += g * (1 - self.data**2)
            case "exp":
                (inner,) = self.children
                inner.grad += g * self.data
            case "log":
                (inner,) = self.children
                inner.grad += g / inner.data
            case "relu":
                (inner,) = self.children
                if inner.data > 0:
                    inner.grad += g
            case "sigmoid":
                (inner,) = self.children
                inner.grad += g * self.data * (1 - self.data)
            case "leaf":
                pass

    def backward(self):
        order = []
        done = set()

        def visit(node):
            if id(node) in done:
                return
            done.add(id(node))
            for child in node.children:
                visit(child)
            order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            node.push_gradient()

    def zero_grad(self):
        todo, seen = [self], set()
        while todo:
            node = todo.pop()
            if id(node) not in seen:
                seen.add(id(node))
                node.grad = 0.0
                todo.extend(node.children)
