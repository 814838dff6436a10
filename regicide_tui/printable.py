"""Make untrusted text printable: characters that a terminal would obey are replaced.

Escape sequences begin with a control character (C0 or C1). Direction marks change what a line seems
to say. Lone surrogates come from odd bytes in file names. Python calls none of them printable.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EBADF
from io import TextIOBase, TextIOWrapper
from typing import TextIO

REPLACEMENT = "?"
VARIATION_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""They select a variant of a character. Terminals disagree on its width."""


def printable(text: str) -> str:
    """Return text as one line, without characters that a terminal would obey."""
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() else REPLACEMENT for char in text])


def printable_lines(text: str) -> str:
    """Return text of several lines without characters that a terminal would obey."""
    return "\n".join([printable(line) for line in text.split("\n")])


class UnwrittenOutput(Exception):
    """A standard stream can't be written; `cause` says why."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(str(cause))
        self.cause = cause


class PrintableStream(TextIOBase):
    """A standard stream that makes everything printable.

    It is not a terminal, so it gets no colours. If the stream is closed, or its disk is full, a
    strict one raises `UnwrittenOutput`; any other drops the text.
    """

    def __init__(self, stream: TextIO | None, *, strict: bool) -> None:
        self._stream = stream
        self._strict = strict
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # other people's names may not fit the locale

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream below."""
        return (self._stream.encoding if self._stream else None) or "utf-8"

    def writable(self) -> bool:
        """Return true."""
        return True

    def fileno(self) -> int:
        """Return the descriptor of the stream below. Raises `OSError` if it is closed."""
        return self._open().fileno()

    def write(self, text: str) -> int:
        """Write text, made printable. Raises `UnwrittenOutput`."""
        with self._failing():
            self._open().write(printable_lines(text))
        return len(text)

    def flush(self) -> None:
        """Flush what was written. Raises `UnwrittenOutput`."""
        if self._stream is not None:
            with self._failing():
                self._stream.flush()

    def write_bytes(self, data: bytes) -> None:
        """Write bytes that are known to be harmless. Raises as `write` does."""
        with self._failing():
            self._open().buffer.write(data)
            self._open().buffer.flush()

    def _open(self) -> TextIO:
        if self._stream is None:
            raise OSError(EBADF, os.strerror(EBADF))
        return self._stream

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._lose_the_rest()
            if self._strict:
                raise UnwrittenOutput(error) from None

    def _lose_the_rest(self) -> None:
        """Discard buffered text: Python would fail to write it again at exit."""
        if self._stream is not None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)


@contextmanager
def printable_streams() -> Iterator[PrintableStream]:
    """Make the standard streams printable within this context; yield the output."""
    before = sys.stdout, sys.stderr
    output = PrintableStream(before[0], strict=True)
    sys.stdout = output
    sys.stderr = PrintableStream(before[1], strict=False)
    try:
        yield output
    finally:
        with suppress(ValueError):  # closed in the meantime
            sys.stderr.flush()
        sys.stdout, sys.stderr = before
