# Lista de exercícios 3 - questão 2
import math


class No:
    """Classe mãe de todos os nós."""

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.pais = []

    def derivadas(self):
        return []

    # operadores
    def __add__(self, o): return Soma(self, no(o))
    def __radd__(self, o): return Soma(no(o), self)
    def __sub__(self, o): return Subtracao(self, no(o))
    def __rsub__(self, o): return Subtracao(no(o), self)
    def __mul__(self, o): return Produto(self, no(o))
    def __rmul__(self, o): return Produto(no(o), self)
    def __truediv__(self, o): return Divisao(self, no(o))
    def __rtruediv__(self, o): return Divisao(no(o), self)
    def __pow__(self, n): return Potencia(self, n)
    def __neg__(self): return Subtracao(no(0), self)
    def exp(self): return Exp(self)
    def tanh(self): return Tanh(self)
    def relu(self): return Relu(self)

    def backward(self):
        ordem = []
        visitados = set()

        def dfs(n):
            if n in visitados:
                return
            visitados.add(n)
            for p in n.pais:
                dfs(p)
            ordem.append(n)

        dfs(self)
        self.grad = 1.0
        for n in ordem[::-1]:
            for p, d in zip(n.pais, n.derivadas()):
                p.grad += n.grad * d


class Value(No):
    pass


class Binaria(No):
    def __init__(self, a, b, resultado):
        super().__init__(resultado)
        self.a = a
        self.b = b
        self.pais = [a, b]


class Unaria(No):
    def __init__(self, a, resultado):
        super().__init__(resultado)
        self.a = a
        self.pais = [a]


class Soma(Binaria):
    def __init__(self, a, b):
        super().__init__(a, b, a.data + b.data)

    def derivadas(self):
        return [1.0, 1.0]


class Subtracao(Binaria):
    def __init__(self, a, b):
        super().__init__(a, b, a.data - b.data)

    def derivadas(self):
        return [1.0, -1.0]


class Produto(Binaria):
    def __init__(self, a, b):
        super().__init__(a, b, a.data * b.data)

    def derivadas(self):
        return [self.b.data, self.a.data]


class Divisao(Binaria):
    def __init__(self, a, b):
        super().__init__(a, b, a.data / b.data)

    def derivadas(self):
        return [1 / self.b.data, -self.a.data / self.b.data ** 2]


class Potencia(Unaria):
    def __init__(self, a, n):
        super().__init__(a, a.data ** n)
        self.n = n

    def derivadas(self):
        return [self.n * self.a.data ** (self.n - 1)]


class Exp(Unaria):
    def __init__(self, a):
        super().__init__(a, math.exp(a.data))

    def derivadas(self):
        return [self.data]


class Tanh(Unaria):
    def __init__(self, a):
        super().__init__(a, math.tanh(a.data))

    def derivadas(self):
        return [1 - self.data ** 2]


class Relu(Unaria):
    def __init__(self, a):
        super().__init__(a, a.data if a.data > 0 else 0.0)

    def derivadas(self):
        return [1.0 if self.a.data > 0 else 0.0]


def no(x):
    return x if isinstance(x, No) else Value(x)
