# 自动微分：标量节点。作业三
import math


class 标量:
    def __init__(self, 数值, 父节点=(), 运算=''):
        self.数值 = 数值
        self.梯度 = 0.0
        self.父节点 = tuple(父节点)
        self.运算 = 运算
        self.反传 = lambda: None

    def __repr__(self):
        return f'标量({self.数值}, 梯度={self.梯度})'

    def __add__(self, 另):
        另 = 另 if isinstance(另, 标量) else 标量(另)
        结果 = 标量(self.数值 + 另.数值, (self, 另), '+')

        def 反传():
            self.梯度 += 结果.梯度
            另.梯度 += 结果.梯度
        结果.反传 = 反传
        return 结果

    def __mul__(self, 另):
        另 = 另 if isinstance(另, 标量) else 标量(另)
        结果 = 标量(self.数值 * 另.数值, (self, 另), '*')

        def 反传():
            self.梯度 += 另.数值 * 结果.梯度
            另.梯度 += self.数值 * 结果.梯度
        结果.反传 = 反传
        return 结果

    def __pow__(self, 幂):
        结果 = 标量(self.数值 ** 幂, (self,), '**')

        def 反传():
            self.梯度 += 幂 * self.数值 ** (幂 - 1) * 结果.梯度
        结果.反传 = 反传
        return 结果

    def exp(self):
        结果 = 标量(math.exp(self.数值), (self,), 'exp')

        def 反传():
            self.梯度 += 结果.数值 * 结果.梯度
        结果.反传 = 反传
        return 结果

    def tanh(self):
        双曲 = math.tanh(self.数值)
        结果 = 标量(双曲, (self,), 'tanh')

        def 反传():
            self.梯度 += (1 - 双曲 ** 2) * 结果.梯度
        结果.反传 = 反传
        return 结果

    def relu(self):
        结果 = 标量(self.数值 if self.数值 > 0 else 0.0, (self,), 'relu')

        def 反传():
            self.梯度 += (结果.数值 > 0) * 结果.梯度
        结果.反传 = 反传
        return 结果

    def __neg__(self):
        return self * -1

    def __sub__(self, 另):
        return self + (-另)

    def __truediv__(self, 另):
        return self * 另 ** -1

    def __radd__(self, 另):
        return self + 另

    def __rmul__(self, 另):
        return self * 另

    def __rsub__(self, 另):
        return (-self) + 另

    def __rtruediv__(self, 另):
        return self ** -1 * 另

    def backward(self):
        顺序 = []
        已访问 = set()

        def 遍历(节点):
            if 节点 not in 已访问:
                已访问.add(节点)
                for 父 in 节点.父节点:
                    遍历(父)
                顺序.append(节点)

        遍历(self)
        self.梯度 = 1.0
        for 节点 in reversed(顺序):
            节点.反传()
