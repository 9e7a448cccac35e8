"""Prophet's fits, unchanged: the numbers are those of a machine without walls, and an honest program's ways out work."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from attempts.attempt import PREAMBLE, Outcome
from conftest import USERS
from sessions import Opened
from supervised import Supervised

#: One line for each fit: its name and the digest of its forecast.
FITS = """
import hashlib, logging, warnings
import numpy as np, pandas as pd
warnings.simplefilter('ignore')
from prophet import Prophet
from prophet.diagnostics import cross_validation
logging.disable(logging.WARNING)
def series(n):
    days = np.arange(n)
    return pd.DataFrame({'ds': pd.date_range('2023-01-01', periods=n), 'y': 5 + np.sin(days / 7) + days / 100,
                         'cap': 20.0, 'promotion': (days % 5 == 0) * 1.0})
def tell(name, model, frame, **fit):
    model.fit(frame, **fit)
    np.random.seed(0)
    forecast = model.predict(frame)
    digest = hashlib.sha256(np.ascontiguousarray(forecast.drop(columns='ds').to_numpy()).tobytes()).hexdigest()
    print(name, digest, flush=True)
    return model
special = pd.DataFrame({'holiday': 'fair', 'ds': pd.to_datetime(['2023-02-10', '2023-06-01']), 'lower_window': 0, 'upper_window': 1})
tell('newton 60', Prophet(), series(60))
model = tell('linear 400', Prophet(), series(400))
tell('logistic', Prophet(growth='logistic'), series(200))
tell('flat', Prophet(growth='flat'), series(150))
tell('multiplicative', Prophet(seasonality_mode='multiplicative', changepoint_prior_scale=0.5), series(400))
with_holidays = Prophet(holidays=special)
with_holidays.add_country_holidays('US')
with_holidays.add_regressor('promotion')
tell('holidays and a regressor', with_holidays, series(400))
tell('sampling', Prophet(mcmc_samples=40), series(60), chains=2, seed=3, show_progress=False)
folds = cross_validation(model, initial='300 days', period='80 days', horizon='30 days', disable_tqdm=True)
print('cross-validation', hashlib.sha256(folds['yhat'].to_numpy().tobytes()).hexdigest())
"""
NAMES = ["newton 60", "linear 400", "logistic", "flat", "multiplicative", "holidays and a regressor", "sampling", "cross-validation"]


def digests(text: str) -> dict[str, str]:
    return {name: digest for name, _, digest in (line.rpartition(" ") for line in text.splitlines()) if name in NAMES}


@pytest.fixture(scope="module")
def both(supervisors: dict[str, Supervised], tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], dict[str, str]]:
    """Inside and outside, side by side. Inside with the full recorder on, because it changes the same libraries."""
    supervised = supervisors[USERS[0]]
    room = supervised.folder(FITS)
    job = supervised.job(room, {"wall_seconds": 240.0}, python={"prefix": sys.prefix}, recorder="full")
    _, answer = supervised.ask("run", job={**job, "evidence_out": str(room / "evidence")})
    outside = without_walls(tmp_path_factory.mktemp("prophet"))
    result = answer.result(300)["result"]
    assert result["status"] == "finished", result["stderr"]["text"]
    assert result["record"]["prophet"] == "works"
    recorded = (room / "evidence" / "events.jsonl").read_text("utf-8")
    assert '"end"' in recorded.splitlines()[-1]
    return digests(result["stdout"]["text"]), outside


def without_walls(folder: Path) -> dict[str, str]:
    (folder / "fits.py").write_text(FITS)
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    environment = {**one_thread, "PATH": os.environ["PATH"], "TMPDIR": str(folder), "HOME": str(folder)}
    command = [sys.executable, "-I", "-B", str(folder / "fits.py")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    return digests(done.stdout)


@pytest.mark.parametrize("name", NAMES)
def test_a_forecast_is_byte_for_byte_the_one_without_walls(
    name: str, both: tuple[dict[str, str], dict[str, str]]
) -> None:
    inside, outside = both
    assert inside[name] == outside[name]


#: Each prints one line `name: what came of it`.
ACTS = """
import logging, signal, warnings
import numpy as np, pandas as pd
warnings.simplefilter('ignore')
from prophet import Prophet
logging.disable(logging.CRITICAL)
frame = pd.DataFrame({'ds': pd.date_range('2023-01-01', periods=200), 'y': np.arange(200) / 7})
def outcome(name, act):
    began = time.monotonic()
    try:
        said = act()
    except BaseException as error:
        said = f'{type(error).__name__} {error}'.strip()
    print(f'{name}: {said}' + (' LATE' if time.monotonic() - began > 30 else ''), flush=True)
def interrupted(**options):
    def interrupt(*_):
        raise KeyboardInterrupt
    signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    Prophet(mcmc_samples=90_000).fit(frame, show_progress=False, **options)
model = Prophet().fit(frame)
outcome('a method that is not offered', lambda: model.stan_backend.model.variational(data={'T': 1}))
outcome('a number out of bounds', lambda: Prophet().fit(frame, iter=10**9))
outcome('its own time limit', lambda: Prophet(mcmc_samples=90_000).fit(frame, chains=1, timeout=1, show_progress=False))
outcome('an interrupted chain', lambda: interrupted(chains=1))
outcome('two interrupted chains', lambda: interrupted(chains=2))
outcome('after all that', lambda: Prophet().fit(frame).predict(frame).shape[0])
PROGRAM = os.path.join(os.path.dirname(sys.modules['prophet'].__file__), 'stan_model', 'prophet_model.bin')
arguments = (ctypes.c_char_p * 3)(PROGRAM.encode(), b'info', None)
outcome('the program itself', lambda: (libc.execv(PROGRAM.encode(), arguments), ctypes.get_errno()))
outcome('brackets', lambda: fit(b'[' * 15_000_000)[0]['code'] != 0)
outcome('more rows than there are', lambda: fit(b'{"T": 2000000000, "y": [1], "t": [1]}')[0]['code'] != 0)
outcome('a table of the model', lambda: fit(DATA.encode(), INIT.encode())[2].count(b'\\n') > 20)
"""
DATA = (
    '{"T": 2, "S": 1, "K": 1, "tau": 0.05, "trend_indicator": 0, "y": [0.1, 0.2], "t": [0, 1], "cap": [0, 0],'
    ' "t_change": [0.5], "s_a": [1], "s_m": [0], "X": [[0], [0]], "sigmas": [1]}'
)
INIT = '{"k": 1, "m": 0, "delta": [0], "beta": [0], "sigma_obs": 1}'
WANTED = {
    "a method that is not offered": "only optimize and sample are offered here, not variational",
    "a number out of bounds": "iter must be a whole number from 1 to 1000000",
    "its own time limit": "TimeoutError 1 of 1 processes timed out",
    "an interrupted chain": "KeyboardInterrupt",
    "two interrupted chains": "KeyboardInterrupt",
    "after all that": "200",
    "the program itself": "(-1, 13)",
    "brackets": "True",
    "more rows than there are": "True",
    "a table of the model": "True",
}


@pytest.fixture(scope="module")
def acts(supervisors: dict[str, Supervised]) -> Outcome:
    from broker_boxes import TALKING

    code = f"{PREAMBLE}{TALKING}DATA, INIT = {DATA!r}, {INIT!r}\n{ACTS}"
    return supervisors[USERS[-1]].run(code, {"wall_seconds": 200.0}, python={"prefix": sys.prefix})


@pytest.mark.parametrize("name", WANTED)
def test_what_comes_of(name: str, acts: Outcome) -> None:
    said = dict(line.split(": ", 1) for line in acts.out.splitlines() if ": " in line)
    assert WANTED[name] in said[name], acts.err
    assert "LATE" not in said[name]


def test_an_interrupted_fit_leaves_its_session_in_order(supervisors: dict[str, Supervised]) -> None:
    session = Opened(supervisors[USERS[-1]], {"wall_seconds": 120.0}, {"call_seconds": 60}, python={"prefix": sys.prefix})
    first = session.call(
        "import numpy as np, pandas as pd\nfrom prophet import Prophet\n"
        "frame = pd.DataFrame({'ds': pd.date_range('2023-01-01', periods=120), 'y': np.arange(120) / 7})\n"
        "Prophet().fit(frame).predict(frame).shape[0]"
    )
    assert first["value"]["text"] == "120", first
    _, endless = session.start("print('now', flush=True)\nProphet(mcmc_samples=90_000).fit(frame, chains=2, show_progress=False)")
    log, until = session.room / "log.txt", time.monotonic() + 30
    while "now" not in log.read_text("utf-8") and time.monotonic() < until:
        time.sleep(0.05)
    assert session.asked("interrupt")["result"] == {"found": True}
    assert endless.result(60)["result"]["error"]["type"] == "KeyboardInterrupt"
    assert session.call("Prophet().fit(frame).predict(frame).shape[0]")["value"]["text"] == "120"
    session.close()
