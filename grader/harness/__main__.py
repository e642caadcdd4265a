"""Entry by path: `python -I -S -B grader/harness '<settings as JSON>'`."""

import importlib
import os
import sys

if __name__ == "__main__":
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, os.path.dirname(folder))
    importlib.import_module(os.path.basename(folder) + ".zygote").main(sys.argv[1])
