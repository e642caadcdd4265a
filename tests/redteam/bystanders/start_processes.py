# Starts programs, processes and threads.
import subprocess, threading

for name in ('/bin/sh', '/bin/true', '/usr/bin/python3', sys.executable):
    attempt('run ' + name, lambda: subprocess.run([name, '-c', 'true']))
    attempt('execv ' + name, lambda: os.execv(name, [name]))
    attempt('spawn ' + name, lambda: os.posix_spawn(name, [name], {}))
attempt('system', lambda: os.system('true') and 1 / 0)
attempt('popen', lambda: os.popen('true').read())
attempt('vfork in C', lambda: call('system', b'true') and 1 / 0)
for _ in range(100):
    attempt('fork', os.fork)
    attempt('thread', threading.Thread(target=print).start)
attempt('forkpty', os.forkpty)
