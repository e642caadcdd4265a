# 作业二  自动微分
# 姓名:  学号:
import math


class Value:
    def __init__(self, data, parents=(), op=''):
        self.data = data
        self.grad = 0
        self.parents = parents
        self.op = op
        self.grad_fn = None

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other), '+')

        def grad_fn(g):
            self.grad += g
            other.grad += g
        out.grad_fn = grad_fn
        return out

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data - other.data, (self, other), '-')

        def grad_fn(g):
            self.grad += g
            other.grad -= g
        out.grad_fn = grad_fn
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other), '*')

        def grad_fn(g):
            self.grad += g * other.data
            other.grad += g * self.data
        out.grad_fn = grad_fn
        return out

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data / other.data, (self, other), '/')

        def grad_fn(g):
            self.grad += g / other.data
            other.grad += -g * self.data / other.data ** 2
        out.grad_fn = grad_fn
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,), '**')

        def grad_fn(g):
            self.grad += g * n * self.data ** (n - 1)
        out.grad_fn = grad_fn
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return 0 - self

    def relu(self):
        out = Value(0, (self,), 'relu')
        if self.data > 0:
            out.data = self.data

        def grad_fn(g):
            # 小于零的时候没有梯度
            if self.data > 0:
                self.grad += g
        out.grad_fn = grad_fn
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), 'exp')

        def grad_fn(g):
            self.grad += g * out.data
        out.grad_fn = grad_fn
        return out

    def tanh(self):
        e1 = math.exp(self.data)
        e2 = math.exp(-self.data)
        out = Value((e1 - e2) / (e1 + e2), (self,), 'tanh')

        def grad_fn(g):
            self.grad += g * (1 - out.data ** 2)
        out.grad_fn = grad_fn
        return out

    def backward(self):
        # 拓扑排序
        topo = []
        visited = set()

        def dfs(node):
            if node in visited:
                return
            visited.add(node)
            for p in node.parents:
                dfs(p)
            topo.append(node)

        dfs(self)
        self.grad = 1
        for node in topo[::-1]:
            if node.grad_fn:
                node.grad_fn(node.grad)


if __name__ == '__main__':
    a = Value(3.0)
    b = Value(4.0)
    print((a * b).data)
