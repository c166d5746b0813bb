"""What may be uploaded: a path, bytes, or a file that is open for reading bytes."""

from __future__ import annotations

import io
import json
import mimetypes
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from os import PathLike, fspath
from pathlib import Path
from typing import Any, BinaryIO, cast

from ._request import Upload, body_of, is_seekable

Source = str | PathLike[str] | bytes | BinaryIO


class _Counted:
    """A file that says how much of it was read."""

    def __init__(self, file: BinaryIO, on_progress: Callable[[int], None]) -> None:
        self._file = file
        self._on_progress = on_progress
        self._sent = 0

    def read(self, size: int = -1) -> bytes:
        chunk = self._file.read(size)
        self._sent += len(chunk)
        self._on_progress(self._sent)
        return chunk

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        position = self._file.seek(offset, whence)
        self._sent = position
        return position

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return is_seekable(self._file)

    def fileno(self) -> int:
        return self._file.fileno()


@contextmanager
def upload_of(
    source: Source,
    filename: str | None,
    mime_type: str | None,
    on_progress: Callable[[int], None] | None,
    metadata: Mapping[str, Any],
) -> Iterator[Upload]:
    """The upload of a source; a file that was opened here is closed with it."""
    with ExitStack() as opened:
        if isinstance(source, bytes):
            file: BinaryIO = io.BytesIO(source)
        elif isinstance(source, (str, PathLike)):
            file = opened.enter_context(open(source, "rb"))
            filename = filename or Path(fspath(source)).name
        else:
            file = source
            filename = filename or Path(str(getattr(source, "name", ""))).name
        upload = Upload(
            file=file if on_progress is None else cast(BinaryIO, _Counted(file, on_progress)),
            filename=filename or "document",
            mime_type=mime_type or mimetypes.guess_type(filename or "")[0] or "application/octet-stream",
            metadata=json.dumps({**metadata, **body_of(filename=filename or None, mime_type=mime_type)}),
        )
        # All of it, on the first attempt as on any other.
        upload.rewind()
        yield upload
