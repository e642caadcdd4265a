"""What commands write with: the console, progress, files graded one after the other, where a format goes."""
