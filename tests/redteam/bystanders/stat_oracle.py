# Asks which files exist.
for path in ('/', '/etc/passwd', '/work', '/home', '/usr/bin/python3', '.', '..', '/nowhere', '/proc/self'):
    attempt('stat ' + path, lambda: os.stat(path))
    attempt('list ' + path, lambda: os.listdir(path))
    attempt('readlink ' + path, lambda: os.readlink(path) if path != '/nowhere' else os.stat(path))
    attempt('exists ' + path, lambda: os.path.exists(path) or 1 / 0)
    attempt('access ' + path, lambda: os.access(path, os.F_OK) or 1 / 0)
    attempt('C stat ' + path, lambda: call('access', path.encode(), 0))
attempt('getcwd', os.getcwd)
