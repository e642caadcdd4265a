# Practica 2 - Diferenciacion automatica
# Cada operacion tiene en la tabla su funcion y sus derivadas parciales.
import math

TABLA = {
    "suma": (lambda a, b: a + b, (lambda a, b, r: 1.0, lambda a, b, r: 1.0)),
    "resta": (lambda a, b: a - b, (lambda a, b, r: 1.0, lambda a, b, r: -1.0)),
    "producto": (lambda a, b: a * b, (lambda a, b, r: b, lambda a, b, r: a)),
    "cociente": (lambda a, b: a / b, (lambda a, b, r: 1 / b, lambda a, b, r: -a / (b * b))),
    "opuesto": (lambda a: -a, (lambda a, r: -1.0,)),
    "tanh": (math.tanh, (lambda a, r: 1 - r * r,)),
    "exp": (math.exp, (lambda a, r: r,)),
    "log": (math.log, (lambda a, r: 1 / a,)),
    "relu": (lambda a: a if a > 0 else 0.0, (lambda a, r: 1.0 if a > 0 else 0.0,)),
    "sigmoide": (lambda a: 1 / (1 + math.exp(-a)), (lambda a, r: r * (1 - r),)),
    "seno": (math.sin, (lambda a, r: math.cos(a),)),
}


def aplicar(nombre, *operandos):
    nodos = [o if isinstance(o, Value) else Value(o) for o in operandos]
    funcion, _ = TABLA[nombre]
    resultado = Value(funcion(*(n.data for n in nodos)))
    resultado.operacion = nombre
    resultado.padres = nodos
    return resultado


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.operacion = None
        self.padres = []

    def __repr__(self):
        return "Value(" + str(self.data) + ")"

    def __add__(self, otro):
        return aplicar("suma", self, otro)

    def __radd__(self, otro):
        return aplicar("suma", otro, self)

    def __sub__(self, otro):
        return aplicar("resta", self, otro)

    def __rsub__(self, otro):
        return aplicar("resta", otro, self)

    def __mul__(self, otro):
        return aplicar("producto", self, otro)

    def __rmul__(self, otro):
        return aplicar("producto", otro, self)

    def __truediv__(self, otro):
        return aplicar("cociente", self, otro)

    def __rtruediv__(self, otro):
        return aplicar("cociente", otro, self)

    def __neg__(self):
        return aplicar("opuesto", self)

    def __pow__(self, n):
        salida = Value(self.data ** n)
        salida.operacion = "potencia"
        salida.padres = [self]
        salida.exponente = n
        return salida

    def tanh(self):
        return aplicar("tanh", self)

    def exp(self):
        return aplicar("exp", self)

    def log(self):
        return aplicar("log", self)

    def relu(self):
        return aplicar("relu", self)

    def sigmoid(self):
        return aplicar("sigmoide", self)

    def sin(self):
        return aplicar("seno", self)

    def _repartir(self):
        """Reparte el gradiente de este nodo entre sus padres."""
        if self.operacion is None:
            return
        if self.operacion == "potencia":
            base = self.padres[0]
            base.grad += self.exponente * base.data ** (self.exponente - 1) * self.grad
            return
        _, derivadas = TABLA[self.operacion]
        datos = [p.data for p in self.padres]
        for padre, derivada in zip(self.padres, derivadas):
            padre.grad += derivada(*datos, self.data) * self.grad

    def backward(self):
        orden = self._orden_topologico(set(), [])
        self.grad = 1.0
        while orden:
            orden.pop()._repartir()

    def _orden_topologico(self, visitados, orden):
        if self not in visitados:
            visitados.add(self)
            for padre in self.padres:
                padre._orden_topologico(visitados, orden)
            orden.append(self)
        return orden
