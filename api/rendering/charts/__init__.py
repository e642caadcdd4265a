"""Charts of a class as SVG: whole labels, values at bars, axes that reach the last bar. No script."""
