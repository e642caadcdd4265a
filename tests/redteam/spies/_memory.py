# Put before every spy: looks for two marks, that of the file graded before and its own, which shows that it sees.
# It has both with every bit turned over, so that its own words are not what it finds. Mentions numpy, because
# files that do are graded apart from those that do not.
import builtins, ctypes, os, re, signal, sys

TURN = bytes(255 - byte for byte in range(256))
PATTERNS = [re.compile(re.escape(bytes.fromhex(turned)) + b"[\xc6-\xcf]{5}") for turned in ("{MARK}", "{OWN_MARK}")]
SET_SIGNAL_MASK = {"x86_64": 14, "aarch64": 135}["{MACHINE}"]
PAGE, FAR, PIECE = 1 << 12, 1 << 16, 1 << 20

libc = ctypes.CDLL(None, use_errno=True)
libc.sbrk.restype = libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.syscall.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]

found, looked = [set(), set()], 0


def look_at(data):
    global looked
    looked += len(data)
    turned = data.translate(TURN)
    for each, pattern in zip(found, PATTERNS):
        each.update(pattern.findall(turned))


def tell(what):
    global found, looked
    print(what, looked, "bytes,", len(found[0]), "marks of another file,", len(found[1]), "of its own", flush=True)
    found, looked = [set(), set()], 0


def is_readable(address):
    # The kernel reads the new mask before it refuses what is to be done with it: EINVAL, not EFAULT.
    libc.syscall(SET_SIGNAL_MASK, 99, address, None, 8)
    return ctypes.get_errno() == 22


def regions():
    """What can be read around everything that a process can learn an address of."""
    near = [builtins.id(thing) for thing in (object(), type, sys, is_readable)]
    near += [ctypes.cast(libc.sbrk, ctypes.c_void_p).value, libc.sbrk(0) - 1, libc.malloc(1 << 20)]
    near += [ctypes.c_void_p.in_dll(libc, "environ").value]
    done = 0
    # Whole pages only: what begins within a page would end within the page behind the last, which is not there.
    near = {at // FAR * FAR for at in near}
    for start, end in sorted((max(at - (320 << 20), FAR), at + (160 << 20)) for at in near):
        address = max(start, done)
        while address < end:
            if not is_readable(address):
                address += FAR
                continue
            first = last = address
            while first - PAGE >= done and is_readable(first - PAGE):
                first -= PAGE
            while is_readable(last):
                last += PAGE
            yield first, last
            done = last
            address = (last // FAR + 1) * FAR
        done = max(done, end)


def pieces():
    """All memory. A mark may lie across two pieces. What this spy itself has given back meanwhile is left out."""
    for first, last in regions():
        for address in range(first, last, PIECE):
            end, read = min(address + PIECE + 64, last), []
            for page in range(address, end, PAGE):
                if is_readable(page):  # asked just before: a collection in between may give memory back
                    read.append(ctypes.string_at(page, min(PAGE, end - page)))
                elif read:
                    yield b"".join(read)
                    read = []
            if read:
                yield b"".join(read)
