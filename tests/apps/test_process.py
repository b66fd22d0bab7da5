"""What the program owes its shell: streams, signals, one line of plain text."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from enliven.apps.cli import main as program
from enliven.apps.cli.console import say
from enliven.apps.cli.process import ended_by_signals
from enliven.core.errors import EnlivenError

ROOT = Path(__file__).parents[2]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "src")}
HANGING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a runner in the background may ignore what we test
signal.signal(signal.SIGTERM, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
import sys, time, enliven.apps.cli.main as m
def run(options):
    print("started", flush=True)
    %s
m.COMMANDS["inspect"].run = run
sys.argv = ["enliven", "inspect", "a.glb"]
m.program()
"""


def started(body: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HANGING % body]
    process = subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    "body",
    [
        "time.sleep(60)",
        "try: time.sleep(60)\n    except KeyboardInterrupt as error: raise ImportError('made of it') from error",
    ],
)
def test_signals_end_it_with_130_and_one_line(number, body):
    process = started(body)
    for _ in range(3):  # people press more than once
        process.send_signal(number)
        time.sleep(0.01)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert error == "enliven: interrupted; no half-written file is left\n"


def test_an_ignored_hang_up_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ended_by_signals() as came:
            os.kill(os.getpid(), signal.SIGHUP)
        assert came == []
    finally:
        signal.signal(signal.SIGHUP, before)


def ran(redirection: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = f'"{sys.executable}" -m enliven.apps.cli {" ".join(words)} {redirection}'
    return subprocess.run(["bash", "-c", command], env=ENVIRONMENT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("redirection", "words", "code"),
    [
        (">&-", ["sample", "list"], 0),
        (">&- 2>&-", ["inspect", "no.glb"], 2),
        ("2>/dev/full", ["inspect", "no.glb"], 2),
        (">/dev/full", ["sample", "list"], 2),
        ("| head -0; exit ${PIPESTATUS[0]}", ["sample", "list"], 0),
    ],
)
def test_streams_that_are_closed_or_full(redirection, words, code):
    done = ran(redirection, *words)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_what_names_hold_is_no_command_to_the_terminal(monkeypatch, capsys):
    def fail(options):
        raise EnlivenError("a\x1b[31m\nb\u202e.glb is odd")

    monkeypatch.setattr(program.COMMANDS["inspect"], "run", fail)
    assert program.main(["inspect", "x"]) == 2
    assert capsys.readouterr().err == "enliven: a?[31m b?.glb is odd\n"
    say("naïve 漢字 😀\n  'x'\t\x1b[0m")
    assert capsys.readouterr().out == "naïve 漢字 😀\n  'x'??[0m\n"


def test_too_little_memory_is_the_users_to_fix(monkeypatch, capsys):
    def fail(options):
        raise MemoryError

    monkeypatch.setattr(program.COMMANDS["inspect"], "run", fail)
    assert program.main(["inspect", "big.glb"]) == 2
    assert capsys.readouterr().err.startswith("enliven: big.glb needs more memory than there is, expected")
