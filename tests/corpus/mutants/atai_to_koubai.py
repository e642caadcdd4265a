# 自動微分の練習 (ゼロから作る)
import math


class Atai:
    """値 (atai) と勾配 (koubai) を持つノード"""

    def __init__(self, atai, oya=()):
        self.atai = atai
        self.koubai = 0.0
        self.oya = oya              # 親ノード
        self.gyaku = None           # 逆伝播の関数

    def __repr__(self):
        return f"Atai({self.atai}, koubai={self.koubai})"

    def __add__(self, aite):
        aite = to_atai(aite)
        deguchi = Atai(self.atai + aite.atai, (self, aite))

        def gyaku():
            self.koubai += deguchi.koubai
            aite.koubai += deguchi.koubai

        deguchi.gyaku = gyaku
        return deguchi

    def __sub__(self, aite):
        aite = to_atai(aite)
        deguchi = Atai(self.atai - aite.atai, (self, aite))

        def gyaku():
            self.koubai += deguchi.koubai
            aite.koubai -= deguchi.koubai

        deguchi.gyaku = gyaku
        return deguchi

    def __mul__(self, aite):
        aite = to_atai(aite)
        deguchi = Atai(self.atai * aite.atai, (self, aite))

        def gyaku():
            self.koubai += aite.atai * deguchi.koubai
            aite.koubai += self.atai * deguchi.koubai

        deguchi.gyaku = gyaku
        return deguchi

    def __truediv__(self, aite):
        aite = to_atai(aite)
        deguchi = Atai(self.atai / aite.atai, (self, aite))

        def gyaku():
            # 商の微分
            self.koubai += deguchi.koubai / aite.atai
            aite.koubai -= deguchi.koubai * self.atai / aite.atai ** 2

        deguchi.gyaku = gyaku
        return deguchi

    def __pow__(self, shisuu):
        shisuu = to_atai(shisuu)
        deguchi = Atai(self.atai ** shisuu.atai, (self, shisuu))

        def gyaku():
            self.koubai += shisuu.atai * self.atai ** (shisuu.atai - 1) * deguchi.koubai
            if self.atai > 0:
                shisuu.koubai += deguchi.atai * math.log(self.atai) * deguchi.koubai

        deguchi.gyaku = gyaku
        return deguchi

    def __neg__(self):
        deguchi = Atai(-self.atai, (self,))

        def gyaku():
            self.koubai -= deguchi.koubai

        deguchi.gyaku = gyaku
        return deguchi

    def __radd__(self, aite):
        return to_atai(aite) + self

    def __rsub__(self, aite):
        return to_atai(aite) - self

    def __rmul__(self, aite):
        return to_atai(aite) * self

    def __rtruediv__(self, aite):
        return to_atai(aite) / self

    def __rpow__(self, aite):
        return to_atai(aite) ** self

    def exp(self):
        deguchi = Atai(math.exp(self.atai), (self,))

        def gyaku():
            self.koubai += deguchi.atai * deguchi.koubai

        deguchi.gyaku = gyaku
        return deguchi

    def log(self):
        deguchi = Atai(math.log(self.atai), (self,))

        def gyaku():
            self.koubai += deguchi.koubai / self.atai

        deguchi.gyaku = gyaku
        return deguchi

    def tanh(self):
        deguchi = Atai(math.tanh(self.atai), (self,))

        def gyaku():
            self.koubai += (1 - deguchi.atai ** 2) * deguchi.koubai

        deguchi.gyaku = gyaku
        return deguchi

    def sigmoid(self):
        deguchi = Atai(1 / (1 + math.exp(-self.atai)), (self,))

        def gyaku():
            self.koubai += deguchi.atai * (1 - deguchi.atai) * deguchi.koubai

        deguchi.gyaku = gyaku
        return deguchi

    def relu(self):
        deguchi = Atai(max(0.0, self.atai), (self,))

        def gyaku():
            if self.atai > 0:
                self.koubai += deguchi.koubai

        deguchi.gyaku = gyaku
        return deguchi

    def zero_grad(self):
        self.koubai = 0.0

    def backward(self):
        # トポロジカル順
        junjo = []
        mita = set()

        def tadoru(fushi):
            if fushi in mita:
                return
            mita.add(fushi)
            for o in fushi.oya:
                tadoru(o)
            junjo.append(fushi)

        tadoru(self)
        self.koubai = 1.0
        for fushi in junjo[::-1]:
            if fushi.gyaku:
                fushi.gyaku()


def to_atai(x):
    return x if isinstance(x, Atai) else Atai(x)
