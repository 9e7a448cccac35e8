"""Write a lock of one wheel and one source-only package, with their wheelhouse; the request is JSON on stdin."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import pathlib
import sys
import tarfile
import zipfile

BACKEND = '''
import base64, hashlib, os, pathlib, time, zipfile

def _wheel(folder):
    name = "tiny_beta-2.0-py3-none-any.whl"
    files = {{
        "tiny_beta/__init__.py": "VALUE = 2\\n",
        "tiny_beta-2.0.dist-info/METADATA": "Metadata-Version: 2.1\\nName: tiny-beta\\nVersion: 2.0\\n",
        "tiny_beta-2.0.dist-info/WHEEL": "Wheel-Version: 1.0\\nGenerator: t\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    }}
    with zipfile.ZipFile(os.path.join(folder, name), "w") as z:
        rows = []
        for path, text in files.items():
            data = text.encode()
            z.writestr(path, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append(f"{{path}},sha256={{digest}},{{len(data)}}")
        rows.append("tiny_beta-2.0.dist-info/RECORD,,")
        z.writestr("tiny_beta-2.0.dist-info/RECORD", "\\n".join(rows) + "\\n")
    return name

def build_wheel(folder, config_settings=None, metadata_directory=None):
    with open({builds!r}, "a") as log:
        log.write("built\\n")
    while os.path.exists({hold!r}):
        time.sleep(0.02)
    return _wheel(folder)

def prepare_metadata_for_build_wheel(folder, config_settings=None):
    target = pathlib.Path(folder, "tiny_beta-2.0.dist-info")
    target.mkdir()
    (target / "METADATA").write_text("Metadata-Version: 2.1\\nName: tiny-beta\\nVersion: 2.0\\n")
    (target / "WHEEL").write_text("Wheel-Version: 1.0\\nGenerator: t\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    return target.name
'''


def wheel(path: pathlib.Path, ballast: int) -> None:
    """A wheel of one module and one file of ``ballast`` zero bytes."""
    files = {
        "tiny_alpha/__init__.py": b"VALUE = 1\n",
        "tiny_alpha/ballast.bin": bytes(ballast),
        "tiny_alpha-1.0.dist-info/METADATA": b"Metadata-Version: 2.1\nName: tiny-alpha\nVersion: 1.0\n",
        "tiny_alpha-1.0.dist-info/WHEEL": b"Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        rows = []
        for name, data in files.items():
            archive.writestr(name, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append(f"{name},sha256={digest},{len(data)}")
        rows.append("tiny_alpha-1.0.dist-info/RECORD,,")
        archive.writestr("tiny_alpha-1.0.dist-info/RECORD", "\n".join(rows) + "\n")


def source(path: pathlib.Path, builds: str, hold: str) -> None:
    """A source archive whose build says that it began and waits while ``hold`` exists."""
    files = {
        "tiny-beta-2.0/PKG-INFO": "Metadata-Version: 2.1\nName: tiny-beta\nVersion: 2.0\n",
        "tiny-beta-2.0/pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n',
        "tiny-beta-2.0/backend.py": BACKEND.format(builds=builds, hold=hold),
    }
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            data = text.encode()
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


def main() -> None:
    """Write everything that the request names."""
    request = json.load(sys.stdin)
    folder, wheelhouse = pathlib.Path(request["folder"]), pathlib.Path(request["wheelhouse"])
    alpha, beta = wheelhouse / "tiny_alpha-1.0-py3-none-any.whl", wheelhouse / "tiny-beta-2.0.tar.gz"
    wheel(alpha, request["ballast"])
    source(beta, request["builds"], request["hold"])
    entries = [("tiny-alpha==1.0", alpha), ("tiny-beta==2.0", beta)]
    lock = "".join(
        f"{name} \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n" for name, path in entries
    )
    (folder / "requirements.lock").write_text(lock)
    (folder / "tools.lock").write_text(request["tools"])
    (folder / "build.lock").write_text("")
    description = {
        "schema": 1,
        "sourceOnly": ["tiny-beta"],
        "downloadBytes": 1000,
        "installedBytes": request["installedBytes"],
    }
    (folder / "lock.json").write_text(json.dumps(description))


if __name__ == "__main__":
    main()
