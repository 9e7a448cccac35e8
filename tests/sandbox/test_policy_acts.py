"""What an honest solution reads when it does what is off here: the exception of the source and one sentence."""

from __future__ import annotations

import sys

import pytest
from conftest import USERS
from supervised import Supervised

NETWORK = "there is no network in this sandbox: no socket can be opened; read the files in DATA_DIR"
PROGRAMS = "programs are switched off in this sandbox: os.system, os.popen and subprocess cannot start anything"
PROCESSES = "processes are switched off in this sandbox: use threads (n_jobs of scikit-learn and joblib, ThreadPoolExecutor)"
LISTING = "only DATA_DIR (/tmp/mle_data), REPORT_DIR (/tmp/mle_report) and /tmp may be listed"
WRITING = "only REPORT_DIR, which is /tmp/mle_report, and /tmp may be written in this sandbox"

#: Code -> the exception and a part of its text.
REFUSED = {
    "import os; os.system('id')": ("PermissionError", PROGRAMS),
    "import os; os.popen('id')": ("PermissionError", PROGRAMS),
    "import subprocess; subprocess.run(['id'])": ("PermissionError", PROGRAMS),
    "import subprocess; subprocess.check_output('id', shell=True)": ("PermissionError", PROGRAMS),
    "import subprocess; subprocess.getoutput('id')": ("PermissionError", PROGRAMS),
    "import os; os.system('pip install catboost')": ("PermissionError", "the libraries are named in CONTRACT.md"),
    "import subprocess, sys; subprocess.run([sys.executable, '-m', 'pip', 'freeze'])": ("PermissionError", "nothing can be installed"),
    "import os; os.execvp('id', ['id'])": ("PermissionError", PROGRAMS),
    "import os; os.posix_spawn('/bin/true', ['true'], {})": ("PermissionError", PROGRAMS),
    "import os; os.fork()": ("PermissionError", PROCESSES),
    "import multiprocessing; multiprocessing.Process(target=print).start()": ("PermissionError", PROCESSES),
    "import multiprocessing; multiprocessing.Pool(2)": ("PermissionError", PROCESSES),
    "from concurrent.futures import ProcessPoolExecutor as P; P().submit(abs, 1)": ("PermissionError", PROCESSES),
    "import socket; socket.socket()": ("PermissionError", NETWORK),
    "import socket; socket.create_connection(('127.0.0.1', 80))": ("PermissionError", NETWORK),
    "import socket; socket.create_connection(('example.com', 80))": ("PermissionError", NETWORK),
    "import socket; socket.getaddrinfo('example.com', 80)": ("socket.gaierror", "names do not resolve: there is no network"),
    "import socket; socket.socketpair()": ("PermissionError", "no pair of sockets can be made in this sandbox: use os.pipe, or threads"),
    "import urllib.request; urllib.request.urlopen('http://example.com/x.csv')": ("urllib.error.URLError", NETWORK),
    "import http.client; http.client.HTTPConnection('example.com').request('GET', '/')": ("PermissionError", NETWORK),
    "import smtplib; smtplib.SMTP('example.com')": ("PermissionError", NETWORK),
    "import os; os.listdir()": ("PermissionError", "os.listdir: listing '.' is off in this sandbox; " + LISTING),
    "import os; os.listdir('/')": ("PermissionError", LISTING),
    "import os; os.scandir('/home')": ("PermissionError", LISTING),
    "import os; list(os.walk('/'))": ("PermissionError", "os.walk: listing '/' is off"),
    "import os; list(os.fwalk('/usr'))": ("PermissionError", "os.fwalk: listing '/usr' is off"),
    "import glob; glob.glob('*.csv')": ("PermissionError", "glob.glob: listing '.' is off"),
    "import glob; glob.glob('/usr/**/*.py', recursive=True)": ("PermissionError", "glob.glob: listing '/usr' is off"),
    "import glob; list(glob.iglob('/*'))": ("PermissionError", "glob.iglob: listing '/' is off"),
    "import glob; glob.glob('*', root_dir='/venv')": ("PermissionError", LISTING),
    "import pathlib; list(pathlib.Path('/').iterdir())": ("PermissionError", LISTING),
    "import pathlib; list(pathlib.Path.cwd().glob('*'))": ("PermissionError", "Path.glob: listing '/mle/solution' is off"),
    "import pathlib; list(pathlib.Path('/usr').rglob('*'))": ("PermissionError", "Path.rglob"),
    "import os; os.listdir('/tmp/mle_data/../..')": ("PermissionError", LISTING),
    "import os; os.symlink('/usr', '/tmp/link'); os.listdir('/tmp/link')": ("PermissionError", LISTING),
    "open('model.pkl', 'wb')": ("PermissionError", WRITING),
    "import pathlib; pathlib.Path('report.json').write_text('{}')": ("PermissionError", WRITING),
    "import os; os.makedirs('figures')": ("PermissionError", WRITING),
    "open('/usr/lib/x', 'w')": ("PermissionError", WRITING),
    "open('/tmp/mle_data/new.csv', 'w')": ("PermissionError", "DATA_DIR may only be read; write to REPORT_DIR"),
    "open('/tmp/mle_data/data.csv', 'a')": ("PermissionError", "DATA_DIR may only be read; write to REPORT_DIR"),
}


@pytest.mark.parametrize("code", REFUSED)
def test_what_is_off_raises_its_exception_with_a_sentence_that_says_what_to_do(
    supervisors: dict[str, Supervised], code: str
) -> None:
    outcome = supervisors[USERS[0]].run(code)
    name, text = REFUSED[code]
    assert outcome.status == "failed"
    last = outcome.err.splitlines()[-1]
    assert last.startswith(f"{name}: "), outcome.err
    assert text in last


def test_what_is_allowed_is_listed_and_found(supervisors: dict[str, Supervised]) -> None:
    code = (
        "import glob, os, pathlib, tempfile\nfrom mle_bench import DATA_DIR, REPORT_DIR\n"
        "print(os.listdir(DATA_DIR), [e.name for e in os.scandir(DATA_DIR)], glob.glob(DATA_DIR + '/*.csv'))\n"
        "print([p.name for p in pathlib.Path(DATA_DIR).iterdir()], [p.name for p in pathlib.Path(DATA_DIR).rglob('*.csv')])\n"
        "print(glob.glob('*.csv', root_dir=DATA_DIR), glob.glob('solution.py'), next(os.walk(DATA_DIR))[2])\n"
        "os.makedirs(REPORT_DIR + '/figures/deep'); open(REPORT_DIR + '/figures/x', 'w').close()\n"
        "print(sorted(os.listdir(REPORT_DIR + '/figures')), os.listdir(os.open(DATA_DIR, os.O_RDONLY)))\n"
        "with tempfile.TemporaryDirectory() as folder:\n    print(os.listdir(folder))\n"
    )
    outcome = supervisors[USERS[0]].run(code)
    assert outcome.err == ""
    assert outcome.out == (
        "['data.csv'] ['data.csv'] ['/tmp/mle_data/data.csv']\n['data.csv'] ['data.csv']\n"
        "['data.csv'] ['solution.py'] ['data.csv']\n['deep', 'x'] ['data.csv']\n[]\n"
    )


def test_a_file_of_the_data_exists_by_its_bare_name_in_every_way_of_asking(supervisors: dict[str, Supervised]) -> None:
    code = (
        "import os, pathlib\n"
        "print(os.path.exists('data.csv'), os.path.isfile('data.csv'), os.path.getsize('data.csv'), pathlib.Path('data.csv').exists())\n"
        "print(os.path.exists('absent.csv'), os.path.exists('/tmp/absent/data.csv'), open('./data.csv').read() == open(b'/tmp/mle_data/data.csv').read())\n"
        "print(pathlib.Path('data.csv').read_text() == pathlib.Path('/tmp/mle_data/data.csv').read_text())\n"
        "try:\n    open('x/data.csv')\nexcept FileNotFoundError as error:\n    print(error)\n"
    )
    outcome = supervisors[USERS[0]].run(code)
    assert outcome.out == "True True 13 True\nFalse False True\nTrue\n[Errno 2] No such file or directory: 'x/data.csv'\n", outcome.err


def test_libraries_read_the_data_by_its_bare_name(supervisors: dict[str, Supervised]) -> None:
    code = (
        "import pandas as pd, numpy as np, csv\n"
        "print(pd.read_csv('data.csv').shape, pd.read_csv('data.csv', engine='python').shape, pd.read_table('data.csv', sep=',').shape)\n"
        "print(np.loadtxt('data.csv', delimiter=',', skiprows=1), np.genfromtxt('data.csv', delimiter=',').shape, list(csv.reader(open('data.csv'))))\n"
    )
    outcome = supervisors[USERS[0]].run(code, python={"prefix": sys.prefix})
    assert outcome.out == "(1, 2) (1, 2) (1, 2)\n[1. 2.] (2, 2) [['row_id', 'x'], ['1', '2']]\n", outcome.err


WRITERS = {
    "joblib": "import joblib\njoblib.dump([1], 'model.pkl')",
    "pandas": "import pandas\npandas.DataFrame({'a': [1]}).to_csv('out.csv')",
    "numpy": "import numpy\nnumpy.save('a.npy', numpy.ones(2))",
    "matplotlib": "import matplotlib.pyplot as plt\nplt.plot([1]); plt.savefig('figure.png')",
}


@pytest.mark.parametrize("writer", WRITERS)
def test_a_library_that_writes_to_the_working_folder_is_told_of_report_dir(
    writer: str, supervisors: dict[str, Supervised]
) -> None:
    outcome = supervisors[USERS[0]].run(WRITERS[writer], python={"prefix": sys.prefix})
    last = outcome.err.splitlines()[-1]
    assert last.startswith("PermissionError: [Errno 13] Permission denied")
    assert WRITING in last


def test_a_library_that_reads_from_the_network_says_that_there_is_none(supervisors: dict[str, Supervised]) -> None:
    code = "import pandas\npandas.read_csv('https://example.com/data.csv')"
    outcome = supervisors[USERS[0]].run(code, python={"prefix": sys.prefix})
    assert outcome.err.splitlines()[-1] == f"urllib.error.URLError: <urlopen error [Errno 13] {NETWORK}>"


def test_every_way_of_asking_for_the_machine_shows_the_limits(supervisors: dict[str, Supervised]) -> None:
    code = (
        "import os, time, multiprocessing, joblib, psutil, mle_bench\n"
        "print(os.cpu_count(), len(os.sched_getaffinity(0)), multiprocessing.cpu_count(), joblib.cpu_count(),"
        " joblib.cpu_count(only_physical_cores=True), psutil.cpu_count(), psutil.cpu_count(logical=False),"
        " os.sysconf('SC_NPROCESSORS_ONLN'), mle_bench.limits()['cpu_cores'])\n"
        "for _ in range(100):\n"
        "    time.sleep(0.02)\n    m = psutil.virtual_memory()\n    if m.available < m.total: break\n"
        "total = 1_000_000_000 // 4096 * 4096\n"
        "print(m.total // 4096 * 4096 == total, os.sysconf('SC_PHYS_PAGES') * 4096 == total, mle_bench.limits()['memory_bytes'],"
        " 0 < m.available < m.total, os.sysconf('SC_AVPHYS_PAGES') * 4096 < total, m.percent < 100)\n"
    )
    outcome = supervisors[USERS[0]].run(code, {"cores": 1}, python={"prefix": sys.prefix})
    assert outcome.out == "1 1 1 1 1 1 1 1 1\nTrue True 1000000000 True True True\n", outcome.err


def test_the_available_memory_falls_while_the_solution_takes_some(supervisors: dict[str, Supervised]) -> None:
    code = (
        "import psutil, time\nbefore = psutil.virtual_memory().available\nheld = bytearray(300_000_000)\n"
        "for _ in range(200):\n    time.sleep(0.05)\n"
        "    if before - psutil.virtual_memory().available > 250_000_000:\n        print('seen')\n        break\n"
    )
    assert supervisors[USERS[0]].run(code, python={"prefix": sys.prefix}).out == "seen\n"


def test_the_recorder_sees_what_the_solution_opens_through_the_policy(supervisors: dict[str, Supervised]) -> None:
    import json

    supervised = supervisors[USERS[0]]
    room = supervised.folder("open('/proc/self/status').close()\nopen('data.csv').close()\n")
    _, answer = supervised.ask("run", job=supervised.job(room, recorder="events", evidence_out=str(room / "evidence")))
    assert answer.result(60)["result"]["status"] == "finished"
    events = [json.loads(line) for line in (room / "evidence" / "events.jsonl").read_text().splitlines()]
    opened = [(event["path"], event["line"]) for event in events if event["k"] == "open"]
    assert opened == [("/proc/self/status", 1), ("/tmp/mle_data/data.csv", 2)]


def test_the_recorder_counts_each_refused_call_at_its_line(supervisors: dict[str, Supervised]) -> None:
    code = (
        "import os, glob, pathlib, socket, subprocess, urllib.request\n"
        "def often(act):\n    for _ in range(3):\n        try:\n            act()\n        except OSError:\n            pass\n"
        "often(lambda: os.listdir('/'))\n"
        "often(lambda: glob.glob('/*'))\n"
        "often(lambda: list(pathlib.Path('/').glob('*')))\n"
        "often(lambda: list(pathlib.Path('/').iterdir()))\n"
        "often(lambda: list(os.walk('/')))\n"
        "often(lambda: subprocess.run(['id']))\n"
        "often(lambda: socket.socket())\n"
        "often(lambda: urllib.request.urlopen('http://example.com'))\n"
        "often(lambda: os.system('id'))\n"
        "often(lambda: os.fork())\n"
    )
    supervised = supervisors[USERS[0]]
    room = supervised.folder(code)
    _, answer = supervised.ask("run", job=supervised.job(room, recorder="events", evidence_out=str(room / "evidence")))
    assert answer.result(60)["result"]["status"] == "finished"
    import json
    from collections import Counter

    events = [json.loads(line) for line in (room / "evidence" / "events.jsonl").read_text().splitlines()]
    counts = Counter((event["call"], event["line"]) for event in events if event["k"] == "blocked")
    assert counts == {
        ("os.listdir", 8): 3,
        ("glob.glob", 9): 3,
        ("pathlib.Path.glob", 10): 3,
        ("os.listdir", 11): 3,
        ("os.walk", 12): 3,
        ("subprocess.Popen", 13): 3,
        ("socket.socket", 14): 3,
        ("socket.create_connection", 15): 3,
        ("os.system", 16): 3,
        ("os.fork", 17): 3,
    }
