# Лабораторная работа №5
# Вариант 12. Обратное распространение ошибки
#
# Сначала накапливаю сопряжённые в словаре, и только в самом конце
# записываю их в grad. Так повторный вызов ничего не портит.

import math


def _num(x):
    """число или узел -> узел"""
    return x if type(x) is Value else Value(x)


class Value:
    def __init__(self, data, pary=None):
        self.data = data
        self.grad = 0.0
        self.pary = {} if pary is None else pary   # узел -> частная производная

    @classmethod
    def iz(cls, data, *pary):
        # один и тот же узел может стоять слева и справа, производные складываем
        slovar = {}
        for uzel, proizvodnaya in pary:
            slovar[uzel] = slovar.get(uzel, 0.0) + proizvodnaya
        return cls(data, slovar)

    def __add__(self, drugoy):
        drugoy = _num(drugoy)
        return Value.iz(self.data + drugoy.data, (self, 1.0), (drugoy, 1.0))

    def __sub__(self, drugoy):
        drugoy = _num(drugoy)
        return Value.iz(self.data - drugoy.data, (self, 1.0), (drugoy, -1.0))

    def __mul__(self, drugoy):
        drugoy = _num(drugoy)
        return Value.iz(self.data * drugoy.data, (self, drugoy.data), (drugoy, self.data))

    def __truediv__(self, drugoy):
        drugoy = _num(drugoy)
        return Value.iz(
            self.data / drugoy.data,
            (self, 1.0 / drugoy.data),
            (drugoy, -self.data / drugoy.data ** 2),
        )

    def __pow__(self, k):
        if type(k) is Value:
            return (k * self.log()).exp()
        return Value.iz(self.data ** k, (self, k * self.data ** (k - 1)))

    def __neg__(self):
        return Value.iz(-self.data, (self, -1.0))

    def __radd__(self, chislo):
        return _num(chislo) + self

    def __rsub__(self, chislo):
        return _num(chislo) - self

    def __rmul__(self, chislo):
        return _num(chislo) * self

    def __rtruediv__(self, chislo):
        return _num(chislo) / self

    def exp(self):
        e = math.exp(self.data)
        return Value.iz(e, (self, e))

    def log(self):
        return Value.iz(math.log(self.data), (self, 1.0 / self.data))

    def tanh(self):
        t = math.tanh(self.data)
        return Value.iz(t, (self, 1.0 - t * t))

    def relu(self):
        if self.data > 0:
            return Value.iz(self.data, (self, 1.0))
        return Value.iz(0.0, (self, 0.0))

    def _obhod(self, posle, bylo):
        if self not in bylo:
            bylo.add(self)
            for uzel in self.pary:
                uzel._obhod(posle, bylo)
            posle.append(self)

    def backward(self):
        posle = []
        self._obhod(posle, set())
        sopr = {self: 1.0}
        for uzel in reversed(posle):
            for roditel, proizvodnaya in uzel.pary.items():
                sopr[roditel] = sopr.get(roditel, 0.0) + sopr[uzel] * proizvodnaya
        for uzel, g in sopr.items():
            uzel.grad += g


if __name__ == "__main__":
    x = Value(1.0)
    y = x * x * x - 2 / x
    y.backward()
    print("dy/dx =", x.grad)   # 3 + 2 = 5
