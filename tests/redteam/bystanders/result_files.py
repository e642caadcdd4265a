# Puts links, pipes and devices where a grader might look for results.
for name in ('result.json', 'results/results.json', '/autograder/results/results.json', '/tmp/result', '/tmp/report.json',
             '/dev/shm/result', '/output', 'grader/expected.py'):
    attempt('symbolic link ' + name, lambda: os.symlink('/etc/passwd', name))
    attempt('hard link ' + name, lambda: os.link('/etc/passwd', name))
    attempt('pipe ' + name, lambda: os.mkfifo(name))
    attempt('device ' + name, lambda: os.mknod(name, 0o600 | 0x2000, 0x103))
    attempt('rename ' + name, lambda: os.rename('/etc/hostname', name))
    attempt('remove ' + name, lambda: os.unlink(name))
    attempt('write ' + name, lambda: open(name, 'w').write('{"score": 100}'))
