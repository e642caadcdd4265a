"""Learning platforms as tests have them: one product a file, and the parts of which each is made."""

from tests.world.lms.blackboard import BLACKBOARD
from tests.world.lms.brightspace import BRIGHTSPACE
from tests.world.lms.canvas import CANVAS
from tests.world.lms.moodle import MOODLE
from tests.world.lms.open_edx import OPEN_EDX
from tests.world.lms.sakai import SAKAI

PRODUCTS = (MOODLE, CANVAS, BLACKBOARD, BRIGHTSPACE, SAKAI, OPEN_EDX)
