"""Whether this run takes its time: `.ci/run` looks at everything at length, `make test` at enough to work by.

Nothing is left out for good: where a short run draws fewer, or one of each kind, a thorough run takes all.
"""

import os

THOROUGH = os.environ.get("BACKGRADE_THOROUGH") == "1"
