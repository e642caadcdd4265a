"""What was compared with PyTorch."""

from typing import TYPE_CHECKING

from api.i18n import gettext as _, ngettext

if TYPE_CHECKING:
    from grader.oracle import Summary


def summary(compared: "Summary") -> str:
    """Everything agreed: how much that was, and how far apart it was at most."""
    lines = (
        _("Everything agrees."),
        _("Suites: {n}", n=compared.suites),
        _("Graphs: {n}, inputs: {inputs}", n=compared.graphs, inputs=compared.instances),
        _(
            "Random graphs: {n}, inputs: {inputs}",
            n=compared.random_graphs,
            inputs=compared.random_instances,
        ),
        _("Largest relative difference from PyTorch: {difference:.2g}", difference=compared.largest_error),
        _(
            "Checked with finite differences: {n}, largest relative difference: {difference:.2g}",
            n=compared.finite_differences,
            difference=compared.largest_difference_error,
        ),
        _("Checked with sums over paths: {n}", n=compared.path_sums),
        ngettext("{n} certificate written.", "{n} certificates written.", len(compared.written)),
    )
    return "".join(f"{line}\n" for line in lines)
