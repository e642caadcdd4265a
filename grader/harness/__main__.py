"""Entry by path: `python -s -P -S grader/harness '<settings as JSON>'`."""

import gc
import importlib
import os
import sys

if __name__ == "__main__":
    gc.disable()  # nothing that is imported is garbage; a child looks for its own
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, os.path.dirname(folder))
    package = os.path.basename(folder)
    importlib.import_module(package + ".processes.plain_forks").from_now_on()
    importlib.import_module(package + ".processes.zygote").main(sys.argv[1])
