"""A slow machine is waited for; what a run may take stays what it is."""

from __future__ import annotations

from pathlib import Path

import pytest
import supervised as client
from launcher.patience import patient
from supervised import Supervised


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("1", 20.0), ("10", 200.0), ("2.5", 50.0), ("0.01", 20.0), ("-3", 20.0), ("inf", 2000.0), ("nan", 20.0), ("soon", 20.0), ("", 20.0)],
)
def test_a_wait_is_never_made_shorter_and_never_endless(monkeypatch: pytest.MonkeyPatch, said: str, seconds: float) -> None:
    monkeypatch.setenv("MLEWB_PATIENCE", said)
    assert patient(20.0) == seconds


def test_the_wall_clock_of_a_run_is_not_stretched(monkeypatch: pytest.MonkeyPatch, room: Path) -> None:
    monkeypatch.setitem(client.PATIENCE, "MLEWB_PATIENCE", "50")
    supervised = Supervised(room)
    try:
        result = supervised.run("while True: pass", {"wall_seconds": 0.5}).result
    finally:
        supervised.close()
    assert result["status"] == "timeout"
    assert 0.5 <= result["wallSeconds"] < 0.5 * 50
