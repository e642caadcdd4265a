"""`python -m backgrade` is the command line."""

import sys

from api.command import main

sys.exit(main())
