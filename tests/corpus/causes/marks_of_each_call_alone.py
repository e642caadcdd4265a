class Unit:
    def __init__(self, x, made_of=()):
        self.x = x
        self.grad = 0.0
        self.made_of = set(made_of)
        self.rule = lambda: None

    def __add__(self, other):
        unit = Unit(self.x + other.x, (self, other))

        def rule():
            self.grad += unit.grad
            other.grad += unit.grad

        unit.rule = rule
        return unit

    def __mul__(self, other):
        unit = Unit(self.x * other.x, (self, other))

        def rule():
            self.grad += other.x * unit.grad
            other.grad += self.x * unit.grad

        unit.rule = rule
        return unit

    def order(self):
        marked = set()
        listed = []
        if self not in marked:
            marked.add(self)
            for each in self.made_of:
                listed += each.order()
            listed.append(self)
        return listed

    def backward(self):
        self.grad = 1.0
        for unit in reversed(self.order()):
            unit.rule()
