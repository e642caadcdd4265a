"""The command as a process, and the files of examples/ that it grades."""

import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[3] / "examples"
BACKGRADE = [sys.executable, "-c", "import sys; from api.command import main; sys.exit(main())"]
CORRECT = str(EXAMPLES / "correct.py")
OVERWRITE = str(EXAMPLES / "overwrite.py")
SANDBOX = r"Sandbox: E\d, .*\n"
"""What is said at the start, on standard error."""
