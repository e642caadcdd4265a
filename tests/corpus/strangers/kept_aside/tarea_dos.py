# Tarea 2
# NOTA: me basé en contar cuántas veces se usa cada nodo, así sé cuándo
# ya llegaron todos los gradientes. No uso recursión porque se me caía.
from collections import Counter, deque
import math

class Value:

    def __init__(self, data, padres=None, locales=None):
        self.data = data
        self.grad = 0
        self.padres = padres or []
        self.locales = locales or []

    def __str__(self):
        return "Value(" + str(self.data) + ", " + str(self.grad) + ")"

    # ------------------ suma y resta ------------------
    def __add__(self, otro):
        if not isinstance(otro, Value):
            otro = Value(otro)
        return Value(self.data + otro.data, [self, otro], [1, 1])

    def __radd__(self, otro):
        return self + otro

    def __sub__(self, otro):
        if not isinstance(otro, Value):
            otro = Value(otro)
        return Value(self.data - otro.data, [self, otro], [1, -1])

    def __rsub__(self, otro):
        return Value(otro) - self

    def __neg__(self):
        return Value(-self.data, [self], [-1])

    # ------------------ producto y cociente ------------------
    def __mul__(self, otro):
        if not isinstance(otro, Value):
            otro = Value(otro)
        return Value(self.data * otro.data, [self, otro], [otro.data, self.data])

    def __rmul__(self, otro):
        return self * otro

    def __truediv__(self, otro):
        if not isinstance(otro, Value):
            otro = Value(otro)
        a = self.data
        b = otro.data
        return Value(a / b, [self, otro], [1 / b, -a / (b * b)])

    def __rtruediv__(self, otro):
        return Value(otro) / self

    # ------------------ potencia ------------------
    def __pow__(self, n):
        if isinstance(n, Value):
            # x^n = e^(n ln x)
            r = self.data ** n.data
            d1 = n.data * self.data ** (n.data - 1)
            d2 = r * math.log(self.data)
            return Value(r, [self, n], [d1, d2])
        return Value(self.data ** n, [self], [n * self.data ** (n - 1)])

    # ------------------ funciones ------------------
    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], [e])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], [1 - t**2])

    def relu(self):
        if self.data > 0:
            pendiente = 1
        else:
            pendiente = 0
        return Value(self.data * pendiente, [self], [pendiente])

    # ------------------ la parte difícil ------------------
    def backward(self):
        # 1) cuántas flechas salen de cada nodo
        flechas = Counter()
        pendientes = [self]
        conocidos = {id(self)}
        while pendientes:
            nodo = pendientes.pop()
            for p in nodo.padres:
                flechas[id(p)] += 1
                if id(p) not in conocidos:
                    conocidos.add(id(p))
                    pendientes.append(p)

        # 2) repartir
        self.grad = 1
        listos = deque([self])
        while listos:
            nodo = listos.popleft()
            for p, d in zip(nodo.padres, nodo.locales):
                p.grad += d * nodo.grad
                flechas[id(p)] -= 1
                if flechas[id(p)] == 0:
                    listos.append(p)


# pruebas mías
a = Value(3)
b = a * a + a
b.backward()
assert a.grad == 7, a.grad
