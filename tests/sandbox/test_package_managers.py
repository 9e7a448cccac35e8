"""A refusal names the command that this machine's system takes."""

from __future__ import annotations

import pytest
from launcher import package_managers, problems


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ('ID=debian\nVERSION_ID="12"\n', "sudo apt-get install -y bubblewrap"),
        ('NAME="Linux Mint"\nID=linuxmint\nID_LIKE="ubuntu debian"\n', "sudo apt-get install -y bubblewrap"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"\n', "sudo dnf install -y bubblewrap"),
        ("ID=arch\n", "sudo pacman -S --noconfirm bubblewrap"),
        ('ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', "sudo zypper install -y bubblewrap"),
        ("ID=alpine\n", "sudo apk add bubblewrap"),
    ],
)
def test_a_known_system_gets_its_own_command(release: str, command: str) -> None:
    assert package_managers.installing("bubblewrap", release) == command


@pytest.mark.parametrize("release", ["", "ID=plan9\n", "ID_LIKE=\n", "not a file of this kind"])
def test_an_unknown_system_is_told_every_way(release: str) -> None:
    said = package_managers.installing("bubblewrap", release)
    assert all(name in said for name in ("apt-get", "dnf", "pacman", "zypper", "apk"))


def test_the_refusal_without_bubblewrap_says_it() -> None:
    assert problems.no_bubblewrap().hint == package_managers.installing("bubblewrap")
