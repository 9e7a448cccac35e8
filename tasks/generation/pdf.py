"""Plain PDF files, the same bytes on every machine: pages of typewriter text, no compression, no date, no library."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

WIDTH, HEIGHT = 595, 842
"""A4 in points."""
LEFT, TOP = 56, 780
SIZE, LEADING = 10, 15


def escape(text: str) -> str:
    """A string of a content stream. Only printable ASCII is written: the standard fonts have no more."""
    if not all(" " <= sign <= "~" for sign in text):
        raise ValueError(f"only printable ASCII can be written: {text!r}")
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def content(lines: Sequence[str]) -> bytes:
    """The drawing of one page: the first line is a heading, each further line stands under the one before."""
    if len(lines) > 48:
        raise ValueError(f"{len(lines)} lines do not fit a page")
    parts = ["BT", f"{LEADING} TL", f"{LEFT} {TOP} Td", f"/F2 {SIZE + 4} Tf", f"({escape(lines[0])}) Tj", f"/F1 {SIZE} Tf"]
    for line in lines[1:]:
        parts += ["T*", f"({escape(line)}) Tj"]
    return ("\n".join([*parts, "ET"]) + "\n").encode("ascii")


def write_pdf(path: Path, pages: Sequence[Sequence[str]]) -> None:
    """A file with a page for each entry of ``pages``, which are lists of lines."""
    count = len(pages)
    first = 5
    """Objects 1 to 4 are the catalogue, the list of pages and two fonts; each page then has two objects."""
    kids = " ".join(f"{first + 2 * place} 0 R" for place in range(count))
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode("ascii"),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold /Encoding /WinAnsiEncoding >>",
    ]
    for place, lines in enumerate(pages):
        drawing = content(lines)
        objects.append(
            (
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {first + 2 * place + 1} 0 R "
                "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>"
            ).encode("ascii")
        )
        objects.append(b"<< /Length %d >>\nstream\n" % len(drawing) + drawing + b"endstream")
    text = bytearray(b"%PDF-1.4\n")
    places: list[int] = []
    for number, body in enumerate(objects, start=1):
        places.append(len(text))
        text += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = len(text)
    text += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        text += b"%010d 00000 n \n" % place
    text += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    path.write_bytes(bytes(text))
