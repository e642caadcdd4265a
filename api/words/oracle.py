"""What was compared with PyTorch."""

from typing import TYPE_CHECKING

from api.words.count import count

if TYPE_CHECKING:
    from grader.oracle import Summary


def summary(told: "Summary") -> str:
    """Everything agreed: how much that was, and how far apart it was at most."""
    return (
        f"everything agrees: {count(told.suites, 'suite')}, {count(told.graphs, 'graph')} "
        f"at {count(told.instances, 'choice')} of inputs, and {count(told.random_graphs, 'random graph')} "
        f"at {count(told.random_instances, 'choice')}\n"
        f"largest relative difference to PyTorch: {told.largest_error:.2g}\n"
        f"finite differences: {count(told.finite_differences, 'instance')}, "
        f"largest {told.largest_difference_error:.2g}; sums over paths: {count(told.path_sums, 'instance')}\n"
        f"certificates written: {len(told.written)}\n"
    )
