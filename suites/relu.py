"""relu lets a gradient through where its input is positive and stops it where it is negative.

The gate is 1 or 0. A test against the wrong number, a gate that is always open, or the data in
place of the gate show at 3, at -3 or between 0 and 1.

## Worked example
`L = relu(a * b) * 3 + a` at a = 0.5, b = 1.6: the product is 0.8, a.grad = 3 * 1.6 + 1 = 5.8,
b.grad = 1.5. At a = -0.5 the gate is closed: a.grad = 1, b.grad = 0.
`L = relu(a) * relu(a * 2) + a` at a = 0.8: a.grad = 4.2, and it stays so when another
`relu(a)` is built afterwards.
`L = relu(a) * -3 + a` at a = 2: what arrives is negative, and the gate is open all the same: a.grad = -2.

## Conventions
At exactly 0 the derivative jumps. PyTorch takes 0 there, so that `L = relu(a) * 3 + a` has
a.grad = 1; taking 1, which gives 4, is accepted as well.
"""

from suites import Convention, Graph, Stage, Suite, at

SUITE = Suite(
    title="relu",
    stage=Stage.OPERATIONS,
    rank=80,
    about=("relu",),
    graphs=(
        Graph("b = relu(a)", at(a=3) + at(a=-3) + at(a=0.4)),
        Graph("L = relu(a * b) * 3 + a", at(a=0.5, b=1.6) + at(a=-0.5, b=1.6)),
        Graph("L = relu(a) * relu(a * 2) + a; L.backward(); n = relu(a)", at(a=0.8) + at(a=-0.8)),
        Graph("L = relu(a) * -3 + a", at(a=2) + at(a=-2)),
        Graph(
            "L = relu(a) * 3 + a",
            at(a=0),
            fresh=False,
            kink=True,
            tolerates=(Convention.RELU_AT_ZERO_IS_ONE,),
        ),
    ),
)
