# Asks a name server, the question being what it wants to tell.
for name in (b'sentinel.example.org', b'localhost', b'metadata.google.internal'):
    attempt(f'getaddrinfo {name}', lambda: call('getaddrinfo', name, b'80', None, ctypes.byref(ctypes.c_void_p())) and 1 / 0)
    attempt(f'gethostbyname {name}', lambda: call('gethostbyname', name) or 1 / 0)
    attempt(f'res_query {name}', lambda: call('res_query', name, 1, 1, ctypes.create_string_buffer(512), 512))
attempt('getservbyname', lambda: call('getservbyname', b'http', b'tcp') or 1 / 0)
attempt('getpwnam', lambda: call('getpwnam', b'root') or 1 / 0)
