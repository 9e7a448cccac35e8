"""Outside: what is carried in and out. The environment as a file system, the checkout and the reports as raw tars."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

from emulated.jobs import Job

#: Where the guest finds the environment; like on any machine it lies in a data folder.
ENVIRONMENT_MOUNT = "/srv/environment"
RESULTS_BYTES = 64 << 20
CARRIED = ("sandbox", "tests/sandbox", "docs/sandbox.md")
_HERE = Path(__file__).resolve().parent


class DiskError(RuntimeError):
    """Something that should be carried in is not there."""


def environment_image(cache: Path, prefix: str) -> Path:
    """A file system with the managed environment, made anew when another one is asked for. Raises DiskError."""
    source = Path(prefix).resolve()
    if not (source / "bin" / "python").exists():
        raise DiskError(f"There is no Python in {source}")
    image = cache / f"environment-{source.name}-{int((source / 'pyvenv.cfg').stat().st_mtime)}.ext4"
    if image.exists():
        return image
    for old in cache.glob("environment-*"):
        old.unlink()
    partial = image.with_suffix(".partial")
    used = sum(path.lstat().st_size for path in source.rglob("*"))
    files = sum(1 for _ in source.rglob("*"))
    with partial.open("wb") as file:
        file.truncate(int(used * 1.15) + files * 4096 + (64 << 20))
    command = ["mke2fs", "-q", "-t", "ext4", "-N", str(files + 1000), "-d", str(source), "-L", "environment", str(partial)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise DiskError(f"The environment could not be put into an image: {done.stderr[-1000:]}")
    partial.rename(image)
    return image


def work_disk(cache: Path, repository: Path, jobs: list[Job], select: str, patience: float) -> Path:
    """A tar with the checkout as it lies there (committed or not), the guest's programs and the list of jobs."""
    path = cache / "work.tar"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *CARRIED],
        cwd=repository, capture_output=True, check=True,
    )  # fmt: skip
    names = [name for name in listed.stdout.decode().split("\0") if name and (repository / name).is_file()]
    if not names:
        raise DiskError(f"There is no sandbox in {repository}")
    with tarfile.open(path, "w") as tar:
        for name in names:
            tar.add(repository / name, f"checkout/{name}", filter=_readable)
        for name in ("guest.py",):
            tar.add(_HERE / name, name, filter=_readable)
        orders = {"jobs": [vars(job) for job in jobs], "select": select, "patience": patience, "environment": ENVIRONMENT_MOUNT}
        _add_text(tar, "orders.json", json.dumps(orders))
    return path


def results_disk(cache: Path) -> Path:
    """Empty; the guest writes a tar on it from its first byte."""
    path = cache / "results.tar"
    path.unlink(missing_ok=True)
    with path.open("wb") as file:
        file.truncate(RESULTS_BYTES)
    return path


def take_results(disk: Path, reports: Path) -> list[str]:
    """Unpack the reports; returns their names, none when the guest wrote nothing."""
    try:
        with tarfile.open(disk) as tar:
            members = [member for member in tar.getmembers() if member.isfile() and "/" not in member.name]
            for member in members:
                content = tar.extractfile(member)
                assert content is not None
                with (reports / member.name).open("wb") as file:
                    shutil.copyfileobj(content, file)
            return [member.name for member in members]
    except (OSError, tarfile.TarError):
        return []


def _readable(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    member.mode = 0o644
    return member


def _add_text(tar: tarfile.TarFile, name: str, text: str) -> None:
    data = text.encode()
    member = tarfile.TarInfo(name)
    member.size = len(data)
    member.mtime = int(os.path.getmtime(_HERE))
    tar.addfile(_readable(member), io.BytesIO(data))
