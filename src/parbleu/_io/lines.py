"""Opens files, also compressed ones, reads their lines, and recognizes files that hold no lines of text.

Lines are read in pieces, so that files larger than memory can be scored. A line ends at LF and loses its
trailing white space. On standard input CR LF and a lone CR end a line too, as in every text that Python reads
from there; in files they are white space inside the line.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from os import fspath, fstat

from parbleu import errors
from parbleu._base.lazy import load
from parbleu._base.log import detail
from parbleu._core import LineReader, Segments
from parbleu.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from os import PathLike
    from typing import Any

    from parbleu._io.encodings import Recoder

_MANY_FILES = 128
"""How many files are open before more are allowed."""
_MOST_FILES = 65_536
"""How many are allowed, where the system does."""
_FILES_OF_MACOS = 10_240
"""The most that macOS allows a process, although it says that there is no limit."""

PIPES = ("/dev/fd/", "/proc/self/fd/")
"""How the names of pipes begin that a shell makes of `<(command)`."""

_MARKED = (".sgm", ".sgml", ".xml")
"""How the names of files in SGML and XML end, or do before a suffix of `COMPRESSED`."""

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
"""How the names of compressed files end. The first bytes of a file decide whether it is compressed; if it
is not, it must be UTF-8 text."""

# Modules of errors of damaged files that are no OSError.
_DAMAGED = ("zlib", "_lzma", "_zstd", "compression.zstd", "backports.zstd")

UTF16 = (b"\xff\xfe", b"\xfe\xff")
"""The byte order marks of UTF-16."""
MO_ORDERS = {b"\xde\x12\x04\x95": "<", b"\x95\x04\x12\xde": ">"}
"""How a compiled catalogue of GNU gettext (MO) begins -> the order of the bytes of its numbers."""

NAME_COLUMNS = "name its columns by --hyp and --ref"
_MAGIC = {
    b"SQLite format 3": "an SQLite database; write the table that is wanted as CSV",
    b"Obj\x01": "a table of Avro; write it as Parquet or CSV",
    b"\x89HDF\r\n": "data in HDF5; write its texts as lines",
    b"GGUF\x02\0": "a model of llama.cpp; name a file of text",
    b"GGUF\x03\0": "a model of llama.cpp; name a file of text",
    b"\x7fELF": "a program; name a file of text",
    b"%PDF-": "a PDF document; pdftotext of Poppler makes text of it",
    b"\xd0\xcf\x11\xe0": "an old document of Microsoft Office; save it as text, or a spreadsheet as CSV",
    **dict.fromkeys(
        MO_ORDERS, "a compiled catalogue of GNU gettext; it is read where its name ends in .mo or .gmo"
    ),
    b"\x93NUMPY": "an array of NumPy; write its texts as lines",
    b"\x89PNG\r\n": "a picture (PNG); name a file of text",
    b"\xff\xd8\xff": "a picture (JPEG); name a file of text",
    b"GIF87a": "a picture (GIF); name a file of text",
    b"GIF89a": "a picture (GIF); name a file of text",
    b"7z\xbc\xaf\x27\x1c": "an archive of 7-Zip; unpack it",
    b"Rar!\x1a\x07": "an archive of RAR; unpack it",
    b"\x80\x04\x95": "a pickle of Python; write its texts as lines",
    b"\x80\x05\x95": "a pickle of Python; write its texts as lines",
}
COLUMNAR = {b"PAR1": "Parquet", b"ARROW1": "Arrow", b"\xff\xff\xff\xff": "Arrow"}
"""How files of tables begin that are no text; the last one begins a stream."""
_ZIP = b"PK\x03\x04"
# By what the names of the files in it have in common.
_ZIPPED = {
    b"/data.pkl": "a file of PyTorch; write its texts as lines",
    b"word/": "a document of Word (.docx); save it as plain text, in UTF-8, or its table as .xlsx",
    b"xl/": "a spreadsheet of Excel; end its name in .xlsx, and {naming}",
    b"ppt/": "a presentation (.pptx); write its text as lines",
    b"opendocument.text": "a document of LibreOffice (.odt); save it as plain text, in UTF-8",
    b"opendocument.spreadsheet": "a spreadsheet; end its name in .ods, and {naming}",
    b"_journal/start.json": (
        "a log of Inspect (.eval); `inspect log dump {name} > log.json` makes JSON of it: {naming}"
    ),
}
_PLACE_IN_TAR = 257
"""Where the header of the first file of a tar archive says what it is."""
_SIGNS = (
    *(
        b"<",
        b"[",
        b"{",
        b"%",
        b"\\",
        b"#",
        b";",
        b"!",
        b"/",
        b"|",
        b"BEGIN:",
        b"+++",
        b"-- ",
        b".. ",
        b"STRINGTABLE",
        b"LANGUAGE ",
        b"---",
        b"WEBVTT",
        b"msgid ",
        b"msgctxt ",
        b"version https://",
        b"SENT ",
        b"Scenarist_SCC",
        b"Dialogue: ",
        b"LangString ",
        b"translate ",
        b"P ",
        b"C ",
        b"(",
    ),
    *(b"404: ", b"Entry not found", b"Invalid username"),
)
"""How text begins that may be in one of the formats of `parbleu._io.text_formats`."""
_PROGRAMS = {b"\x1f\x8b": "gzip", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd", b"BZh": "bzip2"}
_MODULES = {"gzip": "gzip", "bzip2": "bz2", "xz": "lzma"}
_BZIP2_BLOCKS = (b"1AY&SY", b"\x17rE8P\x90")  # which follow "BZh" and a digit
_LONGEST_MAGIC = 10
_JSON_LINES = (".jsonl", ".ndjson")
_UNITS = 1 << 10  # bytes that tell whether a file without a byte order mark is UTF-16

HEAD = 1 << 16
"""How many bytes tell what a file is."""
_LINES = 20

BLOCK = 1 << 22
"""How many bytes of a file are read at once. Memory is a small multiple of it for every open file."""

SMALL_BLOCK = 1 << 18
SMALL_BLOCKS = 16
"""How many bytes are read at first, and how often: these fit a cache, and their memory is soon used again.
Later, larger blocks occupy more cores."""


def is_marked(path: str) -> bool:
    """Returns whether a file is in SGML or XML, by its name."""
    return uncompressed_name(path).endswith(_MARKED)


def uncompressed_name(path: str) -> str:
    """Returns a path in lower case, without what names of compressed files end in."""
    name = path.lower()
    for suffix in COMPRESSED:
        name = name.removesuffix(suffix)
    return name


def distinct_parts(paths: Sequence[str]) -> list[str]:
    """Returns the distinguishing part of each path; all paths differ.

    That is the file's name, without the suffixes that all have (`.txt`, `.gz`); or where names of files are
    the same, the folders that differ: "a" and "b" of "runs/a/hyp.txt" and "runs/b/hyp.txt".
    """
    parts = [[part for part in path.split("/") if part] or [path] for path in paths]
    names = [part[-1] for part in parts]
    if len(set(names)) < len(names):
        while len({part[-1] for part in parts}) == 1 and all(len(part) > 1 for part in parts):
            parts = [part[:-1] for part in parts]
        while len({part[0] for part in parts}) == 1 and all(len(part) > 1 for part in parts):
            parts = [part[1:] for part in parts]
        names = ["/".join(part) for part in parts]
    while len(suffixes := {_suffix(name) for name in names}) == 1 and (suffix := suffixes.pop()):
        names = [name.removesuffix(suffix) for name in names]
        # The rest of a single name may tell it from systems of other commands.
        if len(names) == 1 and suffix not in COMPRESSED:
            break
    return names if len(set(names)) == len(names) else list(paths)


def shortest_names(paths: Sequence[str]) -> list[str]:
    """Returns for each path its end that no other has: the file's name, and as many folders as that takes.

    Messages call files so. Paths that are the same have the same name; those of pipes stay whole.
    """
    parts = {path: [part for part in path.split("/") if part] or [path] for path in paths}
    ends: dict[str, list[str]] = {
        path: ["/".join(part[-count:]) for count in range(1, len(part))] for path, part in parts.items()
    }
    known: dict[str, int] = {}
    for path, part in parts.items():
        for end in (*ends[path], "/".join(part)):
            known[end] = known.get(end, 0) + 1
    return [
        path if path.startswith(PIPES) else next((end for end in ends[path] if known[end] == 1), path)
        for path in paths
    ]


def _suffix(name: str) -> str:
    """Returns the suffix of a file's name if it has a letter, such as ".txt", which no version number has."""
    stem, point, suffix = name.rpartition(".")
    return f".{suffix}" if stem.strip("./") and point and any(map(str.isalpha, suffix)) else ""


def open_binary(path: str | PathLike[str]) -> Any:
    """Opens a file for reading bytes; decompresses one that gzip, bzip2, xz or Zstandard has made.

    What a pipe sends is not decompressed.

    Raises:
        UnreadableFileError: it cannot be opened; or its name is that of a compressed file, but it is neither
            compressed nor UTF-8 text, which a damaged file is not.
        MissingDependencyError: it is of Zstandard, which is not installed.
    """
    name = fspath(path)
    detail(f"reading {name}")
    try:
        file = open(name, "rb")  # noqa: SIM115 - the caller closes it
        if file.fileno() >= _MANY_FILES:
            _allow_more_files()
        program = _compressed_by(file.peek(_LONGEST_MAGIC)) if file.seekable() else ""
        if not program:
            if file.seekable() and name.lower().endswith(COMPRESSED):
                _check_text(name, file)
            return file
        file.close()
        return _open_compressed(name, program)
    except (OSError, ValueError) as problem:  # ValueError: of a NUL in its name
        raise unreadable(name, problem) from None


def _allow_more_files() -> None:
    """Lets the process open as many files as it may: the usual limits are 256 (macOS) and 1024."""
    from contextlib import suppress

    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _FILES_OF_MACOS if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class StandardInput:
    """The bytes of standard input.

    Args:
        never_empty: whether empty input is one empty line, as in sacreBLEU.
    """

    name = "standard input"

    def __init__(self, never_empty: bool = False) -> None:
        from sys import stdin

        if stdin is None:
            raise errors.UnreadableFileError(f"{self.name} is closed: name a file in its place")
        self._file = stdin.buffer
        self._lacks_line = never_empty

    def read(self, size: int, /) -> bytes:
        """Returns at most `size` bytes; none at the end."""
        block = self._file.read(size)
        if self._lacks_line and not block:
            block = b"\n"
        self._lacks_line = False
        return block

    def close(self) -> None:
        """Does nothing, since standard input stays open."""


def _check_text(name: str, file: Any) -> None:
    block = file.read(HEAD)
    file.seek(0)
    try:
        text = getincrementaldecoder("utf-8")().decode(block)  # its last character may be cut
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        file.close()
        raise errors.UnreadableFileError(
            f"cannot read {name}: its data is neither compressed nor UTF-8 text; get it again, or rename it "
            "if it is text in another encoding"
        )


def _compressed_by(block: bytes) -> str:
    """Returns the program that has compressed a file, by its first bytes: gzip, bzip2, xz or zstd; or ""."""
    for magic, program in _PROGRAMS.items():
        if block.startswith(magic):
            return program if program != "bzip2" or block[4:].startswith(_BZIP2_BLOCKS) else ""
    return ""


def is_compressed(path: str) -> bool:
    """Returns whether a file can be read and is compressed."""
    try:
        with open(path, "rb") as file:
            return bool(_compressed_by(file.read(_LONGEST_MAGIC)))
    except OSError:
        return False


def _open_compressed(name: str, program: str) -> Any:
    if program in _MODULES:
        return load(f"{_MODULES[program]}:open")(name, "rb")
    from contextlib import suppress

    from parbleu._base.extras import install_command

    for module in ("compression.zstd", "backports.zstd"):
        with suppress(ImportError):
            return load(f"{module}:open")(name, "rb")
    raise errors.MissingDependencyError(
        f"{name} is compressed by Zstandard, which needs a package: {install_command('zstd')} (or "
        f"decompress it: zstd -dc {name})"
    )


def unreadable(name: str, problem: Exception) -> errors.UnreadableFileError:
    """Returns the error for a file that the system refuses."""
    from errno import EMFILE, ENFILE

    reason = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
    if isinstance(problem, OSError) and problem.errno in (EMFILE, ENFILE):
        reason += " at once: name fewer of them, or allow more (ulimit -n)"
    if name == "-":
        reason = "it is not standard input here; name a file, or /dev/stdin"
    elif "://" in name:
        reason = "it is an address; download it first, and name the file"
    return errors.UnreadableFileError(f"cannot read {name}: {reason}")


def read_json(path: str, expected: str = "") -> Any:
    """Reads a file of JSON, also a compressed one, and returns its value; "-" is standard input.

    Args:
        path: the file.
        expected: what ends the message about a file that is not JSON: which files are read here.

    Raises:
        UnreadableFileError: the file cannot be read.
        FormatError: it is not JSON.
    """
    from parbleu._io.json_text import parse_json

    name = StandardInput.name if path == "-" else path
    file = StandardInput() if path == "-" else open_binary(path)
    try:
        return parse_json(read_block(file, name, -1))
    except ValueError as problem:
        wanted = expected and f"; {expected}"
        raise errors.FormatError(name, 0, f"this is not JSON: {problem}{wanted}") from None
    finally:
        file.close()


def read_bytes(path: str) -> bytes:
    """Returns all bytes of a file, decompressed if need be.

    Raises:
        UnreadableFileError: it cannot be opened or read, or compressed data is damaged.
        MissingDependencyError: it is of Zstandard, which is not installed.
    """
    with open_binary(path) as file:
        return read_block(file, path, -1)


def read_block(file: Any, name: str, size: int) -> bytes:
    """Returns the next bytes of an open binary file, at most `size`, or all for -1; no byte at the end.

    Raises UnreadableFileError if reading fails, or compressed data is damaged.
    """
    try:
        return file.read(size) or b""
    except (OSError, EOFError) as problem:
        raise unreadable(name, problem) from None
    except Exception as problem:
        if type(problem).__module__ in _DAMAGED:  # without importing them
            raise unreadable(name, problem) from None
        raise


def read_file(path: str | PathLike[str], buffer: bytearray) -> memoryview:
    """Reads all bytes of a file, decompressed if need be, into a buffer, which grows as it must.

    Of many files, one after another, that takes a third of the time of `open_binary`. The result has to be
    released before the buffer is used again.

    Raises:
        UnreadableFileError: the file cannot be read, or compressed data is damaged.
        MissingDependencyError: it is of Zstandard, which is not installed.
    """
    name = fspath(path)
    detail(f"reading {name}")
    try:
        with open(name, "rb", buffering=0) as file:
            size, more, seekable = 0, 1, file.seekable()
            buffer.extend(bytes(max(0, fstat(file.fileno()).st_size + 1 - len(buffer))))
            while more:
                if size == len(buffer):  # a pipe, or a file that grows
                    buffer.extend(bytes(max(size, 1 << 16)))
                with memoryview(buffer) as whole, whole[size:] as rest:
                    more = file.readinto(rest) or 0
                size += more
    except (OSError, ValueError) as problem:  # ValueError: of a NUL in its name
        raise unreadable(name, problem) from None
    if seekable and (name.lower().endswith(COMPRESSED) or _compressed_by(bytes(buffer[:_LONGEST_MAGIC]))):
        return memoryview(read_bytes(name))
    return memoryview(buffer)[:size]


def whole_lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yields blocks anew, each up to its last LF, and what follows the last one; each byte is copied once."""
    begun: list[bytes] = []
    for block in blocks:
        end = block.rfind(b"\n") + 1
        if end:
            yield b"".join([*begun, block[:end]])
            begun = []
        if end < len(block):
            begun.append(block[end:])
    if begun:
        yield b"".join(begun)


def what_it_is(
    name: str, block: bytes, encoding: str = "utf-8", naming: str = NAME_COLUMNS, *, fields: bool = True
) -> str:
    """Returns what a file is instead of lines of text, and what to do; "" for text.

    Args:
        name: its path.
        block: its first bytes, or all of them.
        encoding: in which it is to be read.
        naming: how columns of a table are named.
        fields: whether lines with as many TABs each are a table.
    """
    if kind := other_than_text(name, block, encoding, naming):
        return kind
    lines = block[:HEAD].split(b"\n", _LINES)
    if len(lines) > 1:
        lines.pop()  # is empty, or may be cut
    lines = [line for line in lines if line.strip()]
    of_fairseq = list(filter(_is_of_fairseq, lines))
    if len(of_fairseq) > len(lines) // 2 and len({line[:1] for line in of_fairseq}) > 1:
        return (
            f"is what fairseq-generate printed: grep ^D- {_shell_word(name)} | sort -V | cut -f3 takes the "
            "translations; parbleu nbest reads it whole"
        )
    return (
        _json(name, block, lines, naming)
        or _tsv(lines, naming)
        or (_fields(name, lines, naming) if fields else "")
        or _csv(name, lines, naming)
    )


def _shell_word(name: str) -> str:
    """Returns a path as the shell takes it, in commands that messages propose."""
    from shlex import quote

    return name if name == StandardInput.name else quote(name)


def _is_of_fairseq(line: bytes) -> bool:
    key, tab, _ = line.partition(b"\t")
    return tab != b"" and key[:1] in b"STHDP" and key[1:2] == b"-" and key[2:].isdigit()


def other_than_text(name: str, block: bytes, encoding: str = "utf-8", naming: str = NAME_COLUMNS) -> str:
    """Returns what a file is that is no text in its encoding; "" for text, also of tables."""
    for magic, kind in _MAGIC.items():
        if block.startswith(magic):
            return f"is {kind}"
    for magic, kind in COLUMNAR.items():
        if block.startswith(magic):
            return f"is {kind}: {naming}"
    if block.startswith(_ZIP):
        kinds = (kind for mark, kind in _ZIPPED.items() if mark in block)
        word = _shell_word(name)
        kind = next(kinds, f"a zip archive; unpack it: unzip {word}")
        advised = f"; end its name in .{name.lower().rpartition('.')[2]}, and"
        return f"is {kind.replace(advised, ':').replace('{name}', word).replace('{naming}', naming)}"
    if block.startswith(b"ustar", _PLACE_IN_TAR):
        return f"is a tar archive; unpack it: tar xf {_shell_word(name)}"
    if program := _compressed_by(block):
        return f"is compressed by {program}; decompress it: {program} -dc {_shell_word(name)}"
    if encoding.lower().replace("_", "-").startswith("utf-8") and (utf16 := _utf16(block[:_UNITS])):
        return f"is UTF-16: iconv -f {utf16} -t utf-8 {_shell_word(name)} makes UTF-8 of it"
    suffix = next(filter(uncompressed_name(name).endswith, (".yaml", ".yml", ".tex")), "")
    if suffix or _may_have_format(block):
        from parbleu._io.text_formats import text_format

        if kind := text_format(_shell_word(name), block[:HEAD], naming, len(block) >= HEAD, suffix):
            return f"is {kind}"
    return ""


def _may_have_format(block: bytes) -> bool:
    """Returns whether text may be in a format of its own, which most is not, by its first line."""
    text = block[:HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    first, second = [*map(bytes.rstrip, text.split(b"\n", 2)), b""][:2]
    return (
        first.startswith(_SIGNS)
        or (len(second) > 2 and not second.strip(second[:1]) and not second.isalnum())  # under a title
        or first.isdigit()
        or b"=" in first
        or (first[:1].isdigit() and (b":" in first or first.lstrip(b"0123456789")[:1] in b",;|"))
        or first[-2:] == b"\\\\"
        or first[-1:] == b"|"
        or (first[-1:] == b":" and b" " not in first)
        or first.endswith((b"{", b"[", b"("))
        or (first[1:2] == b"-" and b"\t" in first)
        or (first[:2] == b"- " and b":" in first)
        or (first[:1] == first[-1:] == b'"')
        or (first[-1:] == b")" and b"(" in first)
        or (b"," in first and b" " not in first)
        or first.partition(b" ")[0][-1:] in b":0123456789"
        or any(b"." in word and word.replace(b".", b"", 1).isdigit() for word in first.split(None, 5)[2:5])
    )


def _utf16(block: bytes) -> str:
    """Returns the encoding of UTF-16, with a byte order mark or without; "" for other text."""
    if block.startswith(UTF16):
        return "utf-16"
    zeros = block[::2].count(0), block[1::2].count(0)
    if not any(zeros) or all(zeros) or 8 * max(zeros) < len(block):  # without a mark: half of Latin text
        return ""
    return "utf-16be" if zeros[0] else "utf-16le"  # as iconv names them


def _json(name: str, block: bytes, lines: list[bytes], naming: str) -> str:
    if not lines or lines[0].lstrip()[:1] != b"{":
        return ""
    from parbleu._io.json_text import parse_json

    try:
        rows = [parse_json(line) for line in lines]
    except ValueError:
        return ""
    if not all(isinstance(row, dict) and row for row in rows):
        return ""
    if b"\n" not in block.strip() and not uncompressed_name(name).endswith(_JSON_LINES):
        from parbleu._io.text_formats import json_object

        return f"is {json_object(rows[0]).replace('{naming}', naming)}"
    return f"is JSON lines: {naming}"


def _tsv(lines: list[bytes], naming: str) -> str:
    if not lines or b"\t" not in lines[0] or b" " in lines[0]:
        return ""
    from parbleu._io.text_formats import is_tsv

    return f"is a table in TSV: {naming}" if is_tsv(lines) else ""


def _fields(name: str, lines: list[bytes], naming: str) -> str:
    counts = {line.count(b"\t") for line in lines}
    if len(lines) < 2 or len(counts) != 1 or counts == {0}:
        return ""
    columns = counts.pop() + 1
    return (
        f"is a table of {columns} columns, separated by TABs: if its first line has their names, "
        f"{naming}. Otherwise: cut -fN {_shell_word(name)} > column.txt (or, for {columns} references a "
        f"line, -nr {columns})"
    )


def _csv(name: str, lines: list[bytes], naming: str) -> str:
    separated = lines and (b"," in lines[0] or b";" in lines[0])
    if separated and uncompressed_name(name).endswith(".csv"):
        return f"is CSV by its name: {naming}"
    quoted = (line[:1] == line[-1:] == b'"' and (b'","' in line or b'";"' in line) for line in lines)
    return f"is CSV, if its name ends in .csv: {naming}" if len(lines) > 2 and all(quoted) else ""


class LineStream:
    """One file's lines, in order.

    Args:
        name: what messages call it.
        file: where its bytes come from: has `read(size)` and `close()`.
        encoding: how they are encoded.
        universal: whether CR LF and a lone CR end a line.

    Attributes:
        taken: lines taken so far.
        tabs: whether a TAB has been read.
        advance: called with the number of bytes after each block.
        check_start: called once with the first block; may refuse the file.

    Raises:
        OptionError: there is no such encoding; the file has been closed.
    """

    def __init__(self, name: str, file: Any, encoding: str = "utf-8", universal: bool = False) -> None:
        self.name = name
        self.encoding = encoding
        self.taken: int = 0
        self.tabs: bool = False
        self.advance: Callable[[int], None] | None = None
        self.check_start: Callable[[bytes], None] | None = None
        self._file = file
        self._small_blocks = SMALL_BLOCKS
        self._ended = False
        self._reader = LineReader(universal)
        try:
            self._recoder = _recoder(name, encoding, universal)
        except OptionError:
            file.close()
            raise

    def ready(self) -> int:
        """Returns how many lines `take` can return now; 0 only at the end. Reads a block if there is none.

        Raises:
            UnreadableFileError: the file cannot be read.
            UndecodableLineError: the file is not valid in its encoding, which is not UTF-8.
        """
        while not self._reader.available and not self._ended:
            self._small_blocks -= 1
            self._fill(SMALL_BLOCK if self._small_blocks >= 0 else BLOCK)
        return self._reader.available

    def _fill(self, size: int) -> None:
        block = read_block(self._file, self.name, size)
        self._ended = not block
        if self.check_start is not None:
            self.check_start(block)
            self.check_start = None
        if self.advance is not None:
            self.advance(len(block))
        if self._recoder is not None:
            block = self._recoder.recode(block, self._ended)
        self.tabs = self.tabs or b"\t" in block
        if block:  # an empty one would have the lines that wait copied
            self._reader.feed(block)
        if self._ended:
            self._reader.finish()

    def take(self, count: int) -> list[Segments]:
        """Returns the next lines, at most `count`, in as many columns as a line has.

        Raises:
            UndecodableLineError: one of them is not valid UTF-8.
        """
        before = self.taken
        try:
            lines = self._reader.take(count)
        except errors.UndecodableLineError as problem:
            problem.source = self.name
            raise
        self.taken += len(lines)
        return self.columns(lines, before)

    def rest(self) -> list[Segments]:
        """Returns all lines that are left, in columns.

        Raises:
            UnreadableFileError: the file cannot be read.
            UndecodableLineError: a line is not valid in the encoding.
        """
        while not self._ended:
            self._fill(-1)
        return self.take(self._reader.available)

    def columns(self, lines: Segments, before: int) -> list[Segments]:  # noqa: ARG002 - for those that split
        """Returns the columns of lines that follow `before` others: one, unless a subclass splits."""
        return [lines]

    def column_names(self) -> list[str]:
        """Returns what messages call the columns, of a stream with one."""
        return [self.name]

    def skip(self) -> int:
        """Reads and discards the rest; returns how many lines the file has."""
        while count := self.ready():
            self.take(count)
        return self.taken

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def names_utf_8(encoding: str) -> bool:
    """Returns whether a name of an encoding is one of UTF-8, with a byte order mark or without."""
    return encoding.lower().replace("_", "-") in ("utf-8", "utf8", "utf-8-sig")


def _recoder(name: str, encoding: str, universal: bool) -> Recoder | None:
    if encoding.lower().replace("_", "-") in ("utf-8", "utf8"):
        return None
    from parbleu._io.encodings import Recoder

    return Recoder(name, encoding, universal)


def lockstep(streams: Sequence[LineStream]) -> Iterator[list[list[Segments]]]:
    """Yields pieces of equal length of all streams, until the shortest has ended.

    A piece is a list with the columns of each stream. Afterwards the others still hold what they have more.
    """
    while True:
        count = min(stream.ready() for stream in streams)
        if count == 0:
            return
        yield [stream.take(count) for stream in streams]


def refuse_other_files(
    stream: LineStream,
    naming: str = "write the column that is meant as lines, by parbleu convert --column",
    *,
    tables: bool = False,
    unnamed: bool = False,
) -> None:
    """Has a stream refuse a file that is no text, with a FormatError that says what it is.

    Args:
        stream: the file.
        naming: how a column of a table is named.
        tables: whether JSON lines and CSV are refused, too.
        unnamed: whether this holds of standard input, too, which else is left alone.
    """
    is_named = stream.name != StandardInput.name
    name = stream.name if is_named else "-"

    def check(block: bytes) -> None:
        if tables:
            kind = what_it_is(name, block, stream.encoding, naming, fields=False)
        else:
            kind = other_than_text(name, block, stream.encoding, naming)
        if kind:
            raise errors.FormatError(stream.name, 0, f"this {kind}")

    if is_named or unnamed:
        stream.check_start = check


def read_stream(file: Any, name: str, *, universal: bool, tables: bool = False) -> Segments:
    """Returns the lines of an open binary file in UTF-8.

    Args:
        file: has `read(size)`.
        name: what messages call it.
        universal: whether CR LF and a lone CR end a line.
        tables: whether JSON lines and CSV are refused, as other files that are no text are.

    Raises:
        UnreadableFileError: the file cannot be read.
        UndecodableLineError: a line is not valid UTF-8.
        FormatError: a named file is no text.
    """
    stream = LineStream(name, file, universal=universal)
    refuse_other_files(stream, tables=tables)
    return stream.rest()[0]


def read_lines(path: str | PathLike[str], *, tables: bool = False) -> Segments:
    """Returns the lines of a file in UTF-8; if `tables`, one that is a table is refused as such.

    Raises:
        UnreadableFileError: the file cannot be read.
        UndecodableLineError: a line is not valid UTF-8.
        FormatError: the file is no text.
    """
    with open_binary(path) as file:
        return read_stream(file, str(path), universal=False, tables=tables)


class ReferenceFields(LineStream):
    """A file with a fixed number of references a line.

    A line is cut at its first `fields - 1` TABs: the last reference may contain more.
    """

    def __init__(self, name: str, file: Any, encoding: str, fields: int, universal: bool = False) -> None:
        super().__init__(name, file, encoding, universal)
        self.fields = fields

    def columns(self, lines: Segments, before: int) -> list[Segments]:
        """Returns one column for each reference.

        Raises:
            FieldCountError: a line holds another number of fields.
        """
        rows = []
        for number, text in enumerate(lines.to_list(), before + 1):
            line = text or ""
            row = line.split("\t", min(self.fields - 1, len(line)))
            if len(row) != self.fields:
                from parbleu._base.wording import counted

                here = counted(len(row), "field")
                raise errors.FieldCountError(
                    f"{self.name}:{number}: {self.fields} references are expected, separated by TABs, and "
                    f"here is {here}; --num-refs is how many there are on each line",
                    f"line {number}: expected {self.fields} fields, but found {len(row)}.",
                )
            rows.append(row)
        return _transposed(rows, self.fields)


class SystemFields(LineStream):
    """The output of one or several systems on standard input; the first line determines how many.

    Lines end at CR and CR LF too. Fields lose their trailing white space, on the first line only the last.
    """

    def __init__(self, name: str, file: Any, encoding: str) -> None:
        super().__init__(name, file, encoding, universal=True)
        self.fields: int = 0

    def columns(self, lines: Segments, before: int) -> list[Segments]:
        """Returns one column for each system.

        Raises:
            FieldCountError: a line holds another number of fields than the first one.
        """
        if before == 0:
            self.fields = ((lines[0] or "") if len(lines) else "").count("\t") + 1
        if self.fields == 1 and not self.tabs:
            return [lines]
        rows = []
        for number, line in enumerate(lines.to_list(), before + 1):
            row = (line or "").split("\t")
            if len(row) != self.fields:
                raise errors.FieldCountError(
                    "the number of tab-delimited fields in the input stream differ across lines. "
                    f"Line {number} has {len(row)}, line 1 has {self.fields}."
                )
            rows.append(row if number == 1 else [field.rstrip() for field in row])
        return _transposed(rows, self.fields)


def _transposed(rows: list[list[str]], fields: int) -> list[Segments]:
    columns = zip(*rows, strict=True) if rows else [()] * fields
    return [Segments(column) for column in columns]
