"""R: the report folder as a way out. What is collected is compared, never executed."""

from __future__ import annotations

from attempts.attempt import L4, Attempt, Outcome, nothing_worked
from launcher.patience import patient

HOST_SIDE = "the collector decides, and without walls there is none"
R = "R = '/tmp/mle_report'\n"


def nothing_collected(outcome: Outcome) -> bool:
    return outcome.status == "finished" and outcome.artifacts == {} and outcome.skipped != {}


def only_the_safe_names(outcome: Outcome) -> bool:
    return set(outcome.artifacts) == {"good name.csv", "模型.csv"} and len(outcome.skipped) == 12


ATTEMPTS = [
    Attempt(
        "R1",
        "links to files of the host",
        R + "os.symlink('/etc/passwd', R + '/a.csv')\nos.symlink(SECRET, R + '/b.csv')\n"
        "os.symlink('/proc/1/environ', R + '/c.csv')\nos.symlink('/tmp/mle_data/data.csv', R + '/d.csv')",
        lambda outcome: nothing_collected(outcome) and len(outcome.skipped) == 4,
        HOST_SIDE,
    ),
    Attempt(
        "R2",
        "a second link to one file",
        R + "attempt('data', lambda: os.link('/tmp/mle_data/data.csv', R + '/data.csv'))\n"
        "open(TMP + '/one', 'w').write('x')\nos.link(TMP + '/one', R + '/two.csv')",
        lambda outcome: nothing_collected(outcome) and outcome.skipped == {"two.csv": "2 links to one file"},
        HOST_SIDE,
    ),
    Attempt(
        "R3",
        "a linked folder",
        R + "os.symlink('/etc', R + '/etc')\nos.symlink('/tmp/mle_data', R + '/data')",
        nothing_collected,
        HOST_SIDE,
    ),
    Attempt(
        "R4",
        "names that some system reads differently",
        R + "for name in ('..\\\\..\\\\evil.txt', 'C:evil', 'a\\nb.csv', 'x\\u202egnp.exe', '\\x1b]0;own\\x07.csv', '-rf',"
        " '.hidden', 'a' * 200, 'CON', 'nul.csv', 'end.', 'GOOD NAME.csv', 'good name.csv', '模型.csv'):\n"
        "    open(R + '/' + name, 'w').write(name)\nos.rename(R + '/GOOD NAME.csv', R + '/Good name.csv')",
        lambda outcome: len(outcome.artifacts) == 2
        and "模型.csv" in outcome.artifacts
        and len(outcome.skipped) == 12
        and all("\x1b" not in path and "\n" not in path for path in outcome.skipped),
        HOST_SIDE,
    ),
    Attempt(
        "R5",
        "a sparse file of 100 GB",
        R + "f = open(R + '/s.bin', 'wb')\nattempt('truncate', lambda: f.truncate(100 * 10**9))",
        lambda outcome: not outcome.worked and not any(outcome.artifacts.values()),
    ),
    Attempt(
        "R6",
        "10,000 artifacts",
        R + "for number in range(10_000):\n    open(f'{R}/{number}.txt', 'w').write('x')",
        lambda outcome: len(outcome.artifacts) == 100 and "..." in outcome.skipped,
        HOST_SIDE,
        {"inodes": 20_000, "wall_seconds": patient(120.0)},
    ),
    Attempt(
        "R7",
        "fill the disk by one file",
        "def fill(path):\n    with open(path, 'wb', buffering=0) as f:\n        for _ in range(200):\n"
        "            f.write(b'x' * 1_048_576)\n    return 'filled'\n"
        "attempt('one', lambda: fill(TMP + '/big'))\n",
        nothing_worked,
        limits={"tmp_bytes": 64 << 20, "file_bytes": 32 << 20},
    ),
    Attempt(
        "R11",
        "fill the disk by many files",
        "def fill(path):\n    with open(path, 'wb', buffering=0) as f:\n        for _ in range(24):\n"
        "            f.write(b'x' * 1_048_576)\n"
        "attempt('many', lambda: [fill(f'{TMP}/big{n}') for n in range(4)])",
        limits={"tmp_bytes": 64 << 20, "file_bytes": 32 << 20},
        not_promised=L4,
    ),
    Attempt(
        "R8",
        "a flood of empty files",
        "def flood():\n    for number in range(5000):\n        os.close(os.open(f'{TMP}/{number}', os.O_CREAT))\n    return 5000\n"
        "attempt('files', flood)",
        limits={"inodes": 1000},
        not_promised=L4,
    ),
    Attempt(
        "R9",
        "a link in place of the report folder",
        R + "attempt('replace', lambda: (os.rmdir(R), os.symlink('/etc', R)))",
        lambda outcome: outcome.status == "finished"
        and outcome.artifacts == {}
        and (outcome.skipped != {} or not outcome.worked),
        HOST_SIDE,
    ),
    Attempt(
        "R10",
        "one file too large, all files too large, too deep",
        R + "open(R + '/large', 'wb').write(b'x' * 3_000_000)\n"
        "for n in range(4):\n    open(f'{R}/part{n}', 'wb').write(b'x' * 900_000)\n"
        "os.makedirs(R + '/a/b/c/d/e')\nopen(R + '/a/b/c/ok.csv', 'w').write('x')\nopen(R + '/a/b/c/d/deep.csv', 'w').write('x')",
        lambda outcome: set(outcome.artifacts) == {"part0", "part1", "a/b/c/ok.csv"}
        and set(outcome.skipped) == {"large", "part2", "part3", "a/b/c/d"},
        HOST_SIDE,
        {"artifact_file_bytes": 1_000_000, "artifact_total_bytes": 2_000_000},
    ),
]
