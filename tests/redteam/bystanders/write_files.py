# Leaves something behind.
for folder in ('.', '/tmp', '/var/tmp', '/dev/shm', '/run', '/run/lock', '/', '/root', '/proc/self'):
    path = folder + '/backgrade_was_here'
    attempt('write ' + path, lambda: open(path, 'w').write('x'))
    attempt('mkdir ' + path, lambda: os.mkdir(path))
    attempt('symlink ' + path, lambda: os.symlink('/etc/passwd', path))
    attempt('mkfifo ' + path, lambda: os.mkfifo(path))
attempt('chmod', lambda: os.chmod('/', 0o777))
attempt('rename', lambda: os.rename('/tmp', '/tmp2'))
attempt('tempfile', lambda: __import__('tempfile').TemporaryFile())
attempt('truncate a pipe', lambda: os.ftruncate(1, 0))
