# Calls that were doors elsewhere, by their numbers.
import platform

if platform.machine() == 'x86_64':
    for number in (16, 22, 32, 33, 56, 57, 58, 59, 72, 157, 248, 249, 250, 257, 262, 272, 292, 293, 298, 300, 303, 304,
                   308, 317, 321, 322, 323, 332, 424, 425, 426, 427, 434, 435, 437, 438, 439, 440, 450, 462, 548):
        attempt(f'call {number}', lambda: call('syscall', number, 0, 0, 0, 0, 0, 0))
