"""Whether this run takes its time: `make full` looks at everything, other runs at enough to work by.

Nothing is left out for good: where a short run draws fewer, or one of each kind, a thorough run takes all.
"""

import os

THOROUGH = os.environ.get("BACKGRADE_THOROUGH") == "1"
