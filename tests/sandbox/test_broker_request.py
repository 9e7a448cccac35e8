"""What cmdstanpy asks of the program and what the broker gives it are the same words, but for the files."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest
from launcher import landlock, seccomp
from launcher.broker import client, command, handle, links, model, pipes, program, request, server, walls
from launcher.libc import prctl

HEADER = {"method": "optimize", "arguments": {}, "data": 2, "init": 2}


def cmdstan_words(arguments: Any, monkeypatch: pytest.MonkeyPatch, **more: Any) -> list[str]:
    """The words that cmdstanpy composes, with the broker's names for the files."""
    from cmdstanpy.cmdstan_args import CmdStanArgs

    monkeypatch.setattr(CmdStanArgs, "validate", lambda _self: None)
    args = CmdStanArgs("prophet_model", "/model", more.pop("chain_ids", None), arguments, **more)
    return args.compose_command(0 if args.chain_ids is not None else None, csv_file="/tmp/o/prophet.csv")[1:]


def through_the_broker(words: list[str]) -> list[str]:
    wanted = command.read(words)
    header = {"method": wanted.method, "arguments": wanted.arguments, "data": 2, "init": 2}
    return request.parse(header).words


def renamed(words: list[str]) -> list[str]:
    names = {"file=/tmp/d.json": "file=data.json", "init=/tmp/i.json": "init=init.json", "file=/tmp/o/prophet.csv": "file=out.csv"}
    return [names.get(word, word) for word in words]


@pytest.mark.parametrize(
    "options",
    [
        {"algorithm": "LBFGS", "iter": 10_000},
        {"algorithm": "Newton", "iter": 10_000},
        {"algorithm": "BFGS", "init_alpha": 1e-3, "tol_obj": 1e-12, "tol_rel_obj": 1e4, "tol_grad": 1e-8, "tol_param": 1e-8},
        {"algorithm": "LBFGS", "history_size": 5, "jacobian": True, "save_iterations": True},
        {},
    ],
)
def test_a_fit_by_optimization_is_the_same_command(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from cmdstanpy.cmdstan_args import OptimizeArgs

    words = cmdstan_words(OptimizeArgs(**options), monkeypatch, data="/tmp/d.json", inits="/tmp/i.json", seed=7, refresh=10)
    assert through_the_broker(words) == renamed(words)


@pytest.mark.parametrize(
    "options",
    [
        {"iter_sampling": 150, "iter_warmup": 150},
        {"iter_sampling": 10, "iter_warmup": 10, "thin": 2, "max_treedepth": 12, "adapt_delta": 0.95, "step_size": 0.1},
        {"save_warmup": True, "metric_type": "dense_e", "adapt_engaged": False},
        {"adapt_init_phase": 5, "adapt_metric_window": 7, "adapt_step_size": 9},
        {"fixed_param": True, "iter_sampling": 3},
    ],
)
def test_a_fit_by_sampling_is_the_same_command(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from cmdstanpy.cmdstan_args import SamplerArgs

    words = cmdstan_words(
        SamplerArgs(**options), monkeypatch, data="/tmp/d.json", inits="/tmp/i.json", seed=7, chain_ids=[2], sig_figs=9
    )
    assert through_the_broker(words) == renamed(words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["data", "file=a", "init=b", "output", "file=c", "method=variational"], "only optimize and sample"),
        (["data", "file=a", "init=2", "output", "file=c", "profile_file=p", "method=optimize"], "profile_file"),
        (["output", "file=c", "method=optimize"], "only with a file for 'data'"),
        (["diagnose"], "'diagnose' is not offered"),
        (["random", "seed=x", "data", "file=a", "init=b", "output", "file=c", "method=optimize"], "seed must be a number"),
    ],
)
def test_what_is_not_offered_is_named(words: list[str], said: str) -> None:
    with pytest.raises(request.Refused, match=said):
        through_the_broker(words)


@pytest.mark.parametrize("rules", [request.OPTIMIZE, request.SAMPLE, request.COMMON])
def test_every_number_has_bounds_that_hold(rules: dict[str, request.Rule]) -> None:
    for name, rule in rules.items():
        if isinstance(rule, request.Word):
            continue
        rule.check(name, rule.low)
        rule.check(name, rule.high)
        for beyond in (rule.low - 1, rule.high * 2 + 1, float("nan"), float("inf"), "1", True, None):
            with pytest.raises(request.Refused, match=name):
                rule.check(name, beyond)


def test_the_number_of_runs_is_bounded() -> None:
    requests, replies, notes = os.pipe(), os.pipe(), os.pipe()
    broker = server.Server(program.Program((), (), ()), "/", (), 0, requests[0], replies[1], notes[1], most_runs=0)
    pipes.send(requests[1], HEADER)
    os.close(requests[1])
    broker.serve()
    assert pipes.receive(replies[0]) == {"refused": "0 models were run, which is the limit of one box"}
    for pipe in (requests[0], *replies, *notes):
        os.close(pipe)


def why_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, **changes: Any) -> str | None:
    """What a broker says that is started in this process as it stands."""
    links.stage(str(tmp_path))
    monkeypatch.setattr(links, "folder", lambda: str(tmp_path / links.FOLDER))
    enter = walls.enter_domain

    def entering(wanted: program.Program) -> None:
        prctl(38, 1)  # no new privileges, which a box has before; only in the broker's process
        enter(wanted)

    monkeypatch.setattr(walls, "enter_domain", entering)
    found = program.find(sys.path)
    assert found is not None
    return handle.Models(dataclasses.replace(found, **changes)).wait_ready()


def unsupported(*_arguments: Any) -> int:
    raise OSError(22, "Invalid argument")


def test_a_broker_that_can_do_all_it_needs_says_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert why_off(monkeypatch, tmp_path) is None


def test_a_kernel_without_the_notification_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(seccomp, "install", unsupported)
    assert why_off(monkeypatch, tmp_path) == model.TOO_OLD


def test_a_kernel_that_cannot_let_the_call_continue_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Linux 5.0 to 5.4 has the notification and refuses this answer to it, as every kernel does an unknown one."""
    monkeypatch.setattr(model, "_CONTINUE", 1 << 20)
    assert why_off(monkeypatch, tmp_path) == model.TOO_OLD


def test_a_kernel_without_landlock_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(landlock, "abi", lambda: 1)
    reason = why_off(monkeypatch, tmp_path)
    assert reason is not None and "no Landlock of version 3" in reason


def test_a_program_that_fails_is_said_with_its_own_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    reason = why_off(monkeypatch, tmp_path, check=("nonsense",))
    assert reason is not None and reason.startswith("the model program ended with ") and "nonsense" in reason


def test_a_folder_without_prophet_has_no_program(tmp_path: Path) -> None:
    assert program.find([str(tmp_path), ""]) is None
    assert handle.Models(None).wait_ready() == "it is not installed"


def test_why_prophet_is_off_reaches_the_one_who_fits() -> None:
    cmdstan = types.ModuleType("cmdstanpy.model")
    client.patch(None, None, "this kernel has no Landlock of version 3")(cmdstan)
    with pytest.raises(PermissionError, match="Prophet is off in this sandbox: this kernel has no Landlock of version 3"):
        cmdstan.subprocess.Popen(["x"])  # type: ignore[attr-defined]
    assert cmdstan.subprocess.PIPE == subprocess.PIPE  # type: ignore[attr-defined]
