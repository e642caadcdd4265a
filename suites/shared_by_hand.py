"""A local rule adds to what its operands already hold.

Every use of a value is one call of one `_backward`, and none of them knows of the others. The total
is right only if each call adds its share; one that assigns leaves the last share alone.

## Worked example
`c = a * b; d = a + b; e = c + d` at a = 2, b = -3: a.grad = -3 + 1 = -2, b.grad = 2 + 1 = 3. With
assignments it is -3 and 2 or 1 and 1, after the order of the calls.

## Conventions
There is no `backward()` yet: every gradient starts at 0, the output's is set to 1, and each node's
`_backward` is called once, consumers before their operands. Every such order must give the same.
"""

from suites import Drive, Graph, Stage, Suite, at

SUITE = Suite(
    title="Shared values by hand",
    stage=Stage.LOCAL_RULES,
    rank=30,
    drive=Drive.BY_HAND,
    graphs=(
        Graph("b = a + a", at(a=3)),
        Graph("b = a * a", at(a=3)),
        Graph("c = a * b; d = a + b; e = c + d", at(a=2, b=-3)),
        Graph("ab = a * b; e = ab + c; f = a + c * -1; L = e * f", at(a=2, b=3, c=4)),
        Graph("d = a * b; e = a + b; f = d * e", at(a=-2, b=3)),
    ),
)
