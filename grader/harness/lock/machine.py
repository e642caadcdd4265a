"""What kind of machine this is, in the kernel's words; asked while no lock refuses that call."""

import os

MACHINE = os.uname().machine
