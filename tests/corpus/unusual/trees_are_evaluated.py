# Arboles de expresiones con derivadas hacia atras.
# uso:  z = x * y + x ; z.evaluar() ; z.derivar(1) ; x.derivada
from math import exp as e_, log as l_


class Expresion:
    valor = None

    def __init__(self):
        self.derivada = 0

    def __add__(self, o): return Suma(self, o)
    def __mul__(self, o): return Producto(self, o)
    def __sub__(self, o): return Resta(self, o)
    def exp(self): return Exponencial(self)
    def log(self): return Logaritmo(self)


class Hoja(Expresion):
    def __init__(self, valor):
        Expresion.__init__(self)
        self.valor = valor

    def evaluar(self):
        return self.valor

    def derivar(self, d):
        self.derivada += d


class Binaria(Expresion):
    def __init__(self, izq, der):
        Expresion.__init__(self)
        self.izq, self.der = izq, der


class Suma(Binaria):
    def evaluar(self):
        self.valor = self.izq.evaluar() + self.der.evaluar()
        return self.valor

    def derivar(self, d):
        self.derivada += d
        self.izq.derivar(d)
        self.der.derivar(d)


class Resta(Binaria):
    def evaluar(self):
        self.valor = self.izq.evaluar() - self.der.evaluar()
        return self.valor

    def derivar(self, d):
        self.derivada += d
        self.izq.derivar(d)
        self.der.derivar(-d)


class Producto(Binaria):
    def evaluar(self):
        self.valor = self.izq.evaluar() * self.der.evaluar()
        return self.valor

    def derivar(self, d):
        self.derivada += d
        self.izq.derivar(d * self.der.valor)
        self.der.derivar(d * self.izq.valor)


class Exponencial(Expresion):
    def __init__(self, arg):
        super().__init__()
        self.arg = arg

    def evaluar(self):
        self.valor = e_(self.arg.evaluar())
        return self.valor

    def derivar(self, d):
        self.derivada += d
        self.arg.derivar(d * self.valor)


class Logaritmo(Expresion):
    def __init__(self, arg):
        super().__init__()
        self.arg = arg

    def evaluar(self):
        self.valor = l_(self.arg.evaluar())
        return self.valor

    def derivar(self, d):
        self.derivada += d
        self.arg.derivar(d / self.arg.valor)
