# CS 4xx Assignment 1
# I got help from office hours for backward(), rest is me

import math
import numpy as np   # only used for the check at the bottom

class Value():

    def __init__(self, data):
        self.data = data
        self.grad = 0
        self.left = None
        self.right = None
        self.operation = None
        self.power = None

    def __repr__(self):
        return "Value(data=" + str(self.data) + ", grad=" + str(self.grad) + ")"

    def __add__(self, other):
        if isinstance(other, Value) == False:
            other = Value(other)
        result = Value(self.data + other.data)
        result.left = self
        result.right = other
        result.operation = "add"
        return result

    def __radd__(self, other):
        return self.__add__(other)

    def __mul__(self, other):
        if isinstance(other, Value) == False:
            other = Value(other)
        result = Value(self.data * other.data)
        result.left = self
        result.right = other
        result.operation = "mul"
        return result

    def __rmul__(self, other):
        return self.__mul__(other)

    def __neg__(self):
        return self.__mul__(-1)

    def __sub__(self, other):
        # a - b = a + (-b)
        if isinstance(other, Value) == False:
            other = Value(other)
        return self.__add__(other.__neg__())

    def __rsub__(self, other):
        # other - self !!! not self - other (lost 20 min on this)
        return Value(other).__sub__(self)

    def __truediv__(self, other):
        if isinstance(other, Value) == False:
            other = Value(other)
        result = Value(self.data / other.data)
        result.left = self
        result.right = other
        result.operation = "div"
        return result

    def __rtruediv__(self, other):
        return Value(other).__truediv__(self)

    def __pow__(self, other):
        if isinstance(other, Value):
            raise TypeError("only int/float powers are supported, sorry")
        result = Value(self.data ** other)
        result.left = self
        result.power = other
        result.operation = "pow"
        return result

    def exp(self):
        result = Value(math.exp(self.data))
        result.left = self
        result.operation = "exp"
        return result

    def tanh(self):
        x = self.data
        result = Value(math.tanh(x))
        result.left = self
        result.operation = "tanh"
        return result

    def relu(self):
        if self.data > 0:
            result = Value(self.data)
        else:
            result = Value(0)
        result.left = self
        result.operation = "relu"
        return result

    def push_gradient(self):
        #print("pushing", self, self.operation)
        g = self.grad
        if self.operation == "add":
            self.left.grad = self.left.grad + g
            self.right.grad = self.right.grad + g
        elif self.operation == "mul":
            # careful: save both before changing anything?? (not needed, data not grad)
            self.left.grad = self.left.grad + self.right.data * g
            self.right.grad = self.right.grad + self.left.data * g
        elif self.operation == "div":
            self.left.grad = self.left.grad + g / self.right.data
            self.right.grad = self.right.grad - self.left.data / (self.right.data * self.right.data) * g
        elif self.operation == "pow":
            n = self.power
            self.left.grad = self.left.grad + n * (self.left.data ** (n - 1)) * g
        elif self.operation == "exp":
            self.left.grad = self.left.grad + self.data * g
        elif self.operation == "tanh":
            self.left.grad = self.left.grad + (1 - self.data * self.data) * g
        elif self.operation == "relu":
            if self.data > 0:
                self.left.grad = self.left.grad + g

    def sort(self, done, order):
        if self in done:
            return order
        done.append(self)
        if self.left is not None:
            self.left.sort(done, order)
        if self.right is not None:
            self.right.sort(done, order)
        order.append(self)
        return order

    def backward(self):
        order = self.sort([], [])
        order.reverse()
        self.grad = 1
        for node in order:
            node.push_gradient()


#a = Value(2.0)
#b = Value(-3.0)
#c = Value(10.0)
#print((a*b + c).relu())

def numeric(f, x, eps=1e-6):
    return (f(x + eps) - f(x - eps)) / (2 * eps)

if __name__ == "__main__":
    v = Value(0.3)
    y = (v * 2 + v ** 3).tanh() / v
    y.backward()
    print(v.grad, numeric(lambda x: np.tanh(x * 2 + x ** 3) / x, 0.3))
