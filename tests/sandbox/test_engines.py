"""Which engine builds the boxes, and that no run meets fewer walls than it asked for."""

from __future__ import annotations

import pytest
from launcher import engines, package_managers
from launcher.bubblewrap import Bubblewrap
from launcher.engine import Engine
from launcher.fixed_paths import SESSION_HAS_THEM
from launcher.namespaces import Namespaces
from launcher.problems import Unavailable
from launcher.shared_host import Landlocked, Unwalled


def failing(*names: str) -> object:
    def trial(engine: Engine) -> None:
        if engine.name in names:
            raise Unavailable("sandbox_unavailable", f"{engine.name} fails", f"mend {engine.name}", "no_bubblewrap")

    return trial


@pytest.mark.parametrize(
    ("broken", "delegated", "name", "level"),
    [
        ((), True, "bubblewrap", "L1"),
        ((), False, "bubblewrap", "L2"),
        (("bubblewrap",), True, "namespaces", "L3"),
        (("bubblewrap", "namespaces"), False, "landlock", "L4"),
        (("bubblewrap", "namespaces", "landlock"), False, "none", "L5"),
    ],
)
def test_the_strongest_engine_whose_box_holds_is_taken(
    broken: tuple[str, ...], delegated: bool, name: str, level: str
) -> None:
    offer = engines.choose(None, delegated, failing(*broken))  # type: ignore[arg-type]
    assert (offer.engine.name, offer.level) == (name, level)
    assert [reason.message for reason in offer.reasons] == [f"{one} fails" for one in broken]


def test_a_trial_that_was_only_disturbed_weakens_nothing() -> None:
    failed: list[str] = []

    def trial(engine: Engine) -> None:
        if not failed:
            failed.append(engine.name)
            raise Unavailable("sandbox_unavailable", "killed", "")

    assert engines.choose(None, False, trial).level == "L2"


def test_an_engine_that_an_open_session_keeps_from_being_tried_is_not_given_up_for_a_weaker_one() -> None:
    def trial(engine: Engine) -> None:
        if engine.name == "landlock":
            raise Unavailable("conflict", "a session has the paths", "close it", SESSION_HAS_THEM)
        raise Unavailable("sandbox_unavailable", f"{engine.name} fails", "")

    with pytest.raises(Unavailable, match="a session has the paths"):
        engines.choose(None, False, trial)


def test_a_forced_engine_that_fails_is_not_replaced_by_another() -> None:
    with pytest.raises(Unavailable, match="namespaces fails"):
        engines.choose("namespaces", False, failing("namespaces"))  # type: ignore[arg-type]


@pytest.mark.parametrize("minimum", ["L2", "L3", "L4", "L5", None])
def test_a_level_that_is_reached_is_taken(minimum: str | None) -> None:
    engines.demand(engines.Offer(Bubblewrap(), "L2"), minimum)


@pytest.mark.parametrize(
    ("engine", "level", "minimum"), [(Bubblewrap(), "L2", "L1"), (Namespaces(), "L3", "L2"), (Landlocked(), "L4", "L3")]
)
def test_a_level_that_the_machine_does_not_offer_is_refused(engine: Engine, level: str, minimum: str) -> None:
    with pytest.raises(Unavailable) as caught:
        engines.demand(engines.Offer(engine, level), minimum)
    assert caught.value.code == "level_too_low"
    assert minimum in caught.value.message and level in caught.value.message and caught.value.hint


@pytest.mark.parametrize("minimum", [None, "L1", "L2", "L3", "L4"])
def test_nothing_runs_without_walls_unless_the_job_asks_for_it_by_name(minimum: str | None) -> None:
    reason = Unavailable("sandbox_unavailable", "bubblewrap is not installed", "sudo apt-get install bubblewrap", "no_bubblewrap")
    with pytest.raises(Unavailable) as caught:
        engines.demand(engines.Offer(Unwalled(), "L5", (reason,)), minimum)
    assert caught.value.code == "sandbox_unavailable"
    assert caught.value.message == reason.message
    assert reason.hint in caught.value.hint
    assert ("--min-level L5" in caught.value.hint) is (minimum is None)
    engines.demand(engines.Offer(Unwalled(), "L5", (reason,)), "L5")


def test_a_machine_without_bubblewrap_gets_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from launcher import bubblewrap

    monkeypatch.setattr(bubblewrap, "find_bubblewrap", lambda: None)
    with pytest.raises(Unavailable) as caught:
        engines.choose("bubblewrap", False, lambda engine: engine.require())
    assert (caught.value.code, caught.value.hint) == ("sandbox_unavailable", package_managers.installing("bubblewrap"))


def test_a_kernel_with_an_older_landlock_is_told_which_one_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    from launcher import landlock

    monkeypatch.setattr(landlock, "abi", lambda: 2)
    with pytest.raises(Unavailable, match="version 3 or later; this kernel offers version 2"):
        Landlocked().require()
