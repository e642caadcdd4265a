# Says what moves cursors, turns lines round, or is no text at all.
CONTROLS = ''.join(map(chr, [*range(32), *range(0x7F, 0xA0), 0x200B, 0x200E, 0x202A, 0x202E, 0x2028, 0x2029, 0x2066, 0xFEFF, 0xFFF9, 0xE0041]))

print('controls:', CONTROLS)
print('half a character:', '\ud800', '\udfff')
sys.stdout.buffer.write(b'\xff\xfe\x00\x80 no UTF-8 \xc3\n')
sys.stdout.write('\x1b]8;;http://example.org\x07link\x1b]8;;\x07\x1bPtmux;\x1b\\\x1b[6n\x1b[?1049h')
sys.stderr.write('\x9b31m\x85\x0b\x0c\r\n')
os.write(1, b'\x1b[3J\x1b[H\x1bc')
