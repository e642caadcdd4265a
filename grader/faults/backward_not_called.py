"""Training never calls `backward()`.

## What happens
Every gradient stays 0, so a step changes no weight. The loss is the same in each epoch.

## Why
The loop computes the loss, clears the gradients and makes a step. Only `backward()` computes the gradients
that the step uses.

## Fix
Call `backward()` on the loss, after the gradients are cleared and before the step.

    net.zero_grad()
    loss.backward()    # ✓ this line is missing
    net.step(lr)
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace

_STEP = "    for p in parameters:\n        p.data -= rate * p.grad"

FAULT = Fault(
    title="Training never calls `backward()`",
    layer=Layer.NETWORK,
    hints=(
        "Print the loss of each epoch, and the gradient of one weight before each step. Do they change?",
        "Look at your training loop. Which line computes the gradients that the step uses?",
        "Your training makes a step, and no line of it calls `backward()` on the loss.",
    ),
    network_examples={
        "a loop without it": (
            Replace(
                _STEP,
                _STEP + "\n\n\ndef train(network, inputs, targets):\n    for _ in range(9):\n"
                "        loss = mse_loss([network(x)[0] for x in inputs], targets)\n"
                "        for p in network.parameters():\n            p.data -= 0.1 * p.grad\n    return loss",
            ),
        ),
    },
    signs=(FaultSign.NEVER_BACKWARD,),
    is_drawn=False,  # no slip in `Value`
)
