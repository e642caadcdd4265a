# Leaves marks for the next file to find, and looks for those of the last one.
import builtins, json, math, tempfile

PLACES = ('backgrade_mark', '/tmp/backgrade_mark', '/var/tmp/backgrade_mark', '/dev/shm/backgrade_mark', '/run/lock/backgrade_mark')
THINGS = (sys, os, json, math, builtins, tempfile, type(sys), sys.modules['threading'])

for path in PLACES:
    attempt('look at ' + path, lambda: open(path).read())
    attempt('list ' + path, lambda: os.stat(path))
for thing in THINGS:
    attempt(f'look at {thing}', lambda: thing.backgrade_mark)
attempt('memory', lambda: call('shmget', 0xBAC6, 4096, 0o600))
attempt('queue', lambda: call('mq_open', b'/backgrade', 0))
attempt('environment', lambda: os.environ['backgrade_mark'])
for path in PLACES:
    attempt('write ' + path, lambda: open(path, 'w').write('mark'))
for thing in THINGS:
    try:
        thing.backgrade_mark = 'mark'
    except TypeError:
        pass
os.environ['backgrade_mark'] = 'mark'
attempt('make memory', lambda: call('shmget', 0xBAC6, 4096, 0o1600))
attempt('make a queue', lambda: call('mq_open', b'/backgrade', 0o102, 0o600, None))
