# Reads what a machine has lying about.
for path in ('/etc/passwd', '/etc/shadow', '/etc/hostname', '/proc/self/maps', '/proc/1/environ', '/root/.bashrc',
             '.env', '../.env', 'grader/expected.py', '/dev/null', '/dev/urandom', '/proc/self/fd/0', '/'):
    attempt(path, lambda: open(path, 'rb').read(100))
    attempt('os.open ' + path, lambda: os.open(path, os.O_RDONLY))
    attempt('C ' + path, lambda: call('open', path.encode(), 0))
