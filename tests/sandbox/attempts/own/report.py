"""X42 to X49: the report folder, once more."""

from __future__ import annotations

from attempts.attempt import Attempt, Outcome

HOST_SIDE = "the collector decides, and without walls there is none"
R = "R = '/tmp/mle_report'\n"


def finished(outcome: Outcome) -> bool:
    return outcome.status == "finished" and outcome.exit_code == 0


ATTEMPTS = [
    Attempt(
        "X42",
        "names that are no text, and 3,000 long names in another script",
        R + "for n in range(40):\n    open(os.fsencode(R) + b'/\\xff\\xfe%d\\x7f' % n, 'w').close()\n"
        "for n in range(3_000):\n    open(f'{R}/.{n:04d}' + '模' * 80, 'w').close()\nopen(R + '/good.csv', 'w').write('x')",
        lambda outcome: finished(outcome) and outcome.artifacts == {"good.csv": b"x"} and "..." in outcome.skipped,
        HOST_SIDE,
    ),
    Attempt(
        "X43",
        "holes as large as the caps allow, many times",
        R + "for n in range(90):\n    with open(f'{R}/{n}.bin', 'wb') as f:\n        f.truncate(1_000_000)",
        lambda outcome: finished(outcome) and sum(map(len, outcome.artifacts.values())) <= 5_000_000 and len(outcome.skipped) == 85,
        HOST_SIDE,
        {"artifact_file_bytes": 1_000_000, "artifact_total_bytes": 5_000_000},
    ),
    Attempt(
        "X44",
        "packed files that would fill a disk",
        R + "import zlib, zipfile\nwith zipfile.ZipFile(R + '/bomb.zip', 'w', zipfile.ZIP_DEFLATED) as z:\n"
        "    with z.open('zeros', 'w') as f:\n        for _ in range(200):\n            f.write(bytes(1_000_000))",
        lambda outcome: finished(outcome) and 100_000 < len(outcome.artifacts["bomb.zip"]) < 1_000_000,
        HOST_SIDE,
    ),
    Attempt(
        "X45",
        "a folder and a link that change places while the run ends",
        R + "import threading, time\nos.makedirs(R + '/a')\nopen(R + '/a/in.csv', 'w').write('x')\nos.symlink('/etc', R + '/b')\ndef swap():\n"
        "    while True:\n        os.rename(R + '/a', R + '/c')\n        os.rename(R + '/b', R + '/a')\n"
        "        os.rename(R + '/a', R + '/b')\n        os.rename(R + '/c', R + '/a')\n"
        "threading.Thread(target=swap, daemon=True).start()\ntime.sleep(0.2)\nos._exit(0)",
        lambda outcome: finished(outcome) and set(outcome.artifacts) <= {"a/in.csv", "c/in.csv"},
        HOST_SIDE,
    ),
    Attempt(
        "X46",
        "links to files of other mounts: the solution, the libraries, the data",
        R + "for n, path in enumerate(('/mle/solution/solution.py', '/usr/lib/os-release', '/tmp/mle_data/data.csv', '/proc/self/maps', '/dev/null')):\n"
        "    attempt(path, lambda: os.link(path, f'{R}/{n}'))\n"
        "attempt('by descriptor', lambda: os.link('/proc/self/fd/0', R + '/fd', follow_symlinks=True))",
        unwalled="what a user may link is the host's own rule",
    ),
    Attempt(
        "X47",
        "3,000 folders, one in the other",
        R + "os.chdir(R)\nfor n in range(3_000):\n    os.mkdir('d')\n    os.chdir('d')\nopen('deep.csv', 'w').write('x')",
        lambda outcome: finished(outcome) and outcome.artifacts == {} and list(outcome.skipped) == ["d/d/d/d"],
        HOST_SIDE,
    ),
    Attempt(
        "X48",
        "rights taken away from what is to be collected",
        R + "open(R + '/a.csv', 'w').write('x')\nattempt('file', lambda: os.chmod(R + '/a.csv', 0))\nos.mkdir(R + '/closed')\nopen(R + '/closed/b.csv', 'w').write('x')\n"
        "attempt('folder', lambda: os.chmod(R + '/closed', 0))\nopen(R + '/c.csv', 'w').write('x')",
        # Where modes cannot be changed at all, all three arrive.
        lambda outcome: finished(outcome)
        and outcome.artifacts == dict.fromkeys(["c.csv"] if outcome.worked else ["a.csv", "c.csv", "closed/b.csv"], b"x")
        and set(outcome.skipped) == ({"a.csv", "closed"} if outcome.worked else set()),
        HOST_SIDE,
    ),
    Attempt(
        "X49",
        "one name twice: a file where a folder was, and the other way round, in two cases",
        R + "os.mkdir(R + '/A')\nopen(R + '/A/x.csv', 'w').write('1')\nopen(R + '/a', 'w').write('2')\n"
        "os.mkdir(R + '/b')\nopen(R + '/b/x.csv', 'w').write('3')\nopen(R + '/b/X.CSV', 'w').write('4')",
        lambda outcome: finished(outcome) and len(outcome.artifacts) == 2 and len(outcome.skipped) == 2,
        HOST_SIDE,
    ),
]
