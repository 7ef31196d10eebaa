"""Makes compiled catalogues of GNU gettext."""

import struct

HEADER = ("", "Content-Type: text/plain; charset={}\n")


def compiled(messages, charset="utf-8", order="<"):
    """Returns an MO, as `msgfmt` 0.21 writes it, without a table of hashes."""
    pairs = [[text.format(charset).encode(charset) for text in pair] for pair in messages]
    start = 28 + 16 * len(pairs)
    tables, content = [], b""
    for side in (0, 1):
        for pair in pairs:
            tables += [len(pair[side]), start + len(content)]
            content += pair[side] + b"\0"
    sizes = [0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, start]
    return struct.pack(f"{order}{7 + len(tables)}I", *sizes, *tables) + content
