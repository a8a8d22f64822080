"""Who is at this terminal: with real terminals, real pipes and real ancestors."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from groundplan.cli.known_agents import (
    AGENT_PROGRAMS,
    AGENT_VARIABLES,
    BUILD_SERVER_VARIABLES,
    TERMINAL_FAKERS,
    Program,
)
from groundplan.cli.presence import Process, clean, describe, find_marks, list_ancestors, observe

if TYPE_CHECKING:
    from groundplan.cli.presence import Ancestor, Presence

SOURCE = Path(__file__).parents[2] / "src"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="terminals of this kind exist on Linux and macOS")

# What runs inside the terminal: it says what it sees into a file. Ancestors are cut off above the named
# program, or else no agent could run these tests.
OBSERVER = """
import json, os, sys
from groundplan.cli.presence import list_ancestors
from groundplan.cli.presence import observe
into, environ, own = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]
above = list_ancestors()
names = [ancestor.name for ancestor in above]
kept = above[: names.index(own) + 1] if own in names else ()
seen = observe(environ, sys.stdin, sys.stdout, ancestors=kept)
with open(into + ".part", "w") as file:
    json.dump({name: getattr(seen, name) for name in seen.__slots__}, file)
os.rename(into + ".part", into)
"""
TAKE_TERMINAL = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
STEP_BACK = """
import os, signal
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = os.fork()
if child:
    os.waitpid(child, 0)
    os._exit(0)
os.setpgid(0, 0)
"""


@dataclass(frozen=True)
class Terminal:
    """A real terminal of the operating system, and a process that looks at it."""

    into: Path

    def observe(
        self, prepare: str = TAKE_TERMINAL, *, environ: dict[str, str] | None = None, **streams: Any
    ) -> dict[str, Any]:
        master, slave = os.openpty()
        ends = {"stdin": slave, "stdout": slave, "stderr": slave} | streams
        argv = [sys.executable, "-c", prepare + OBSERVER, str(self.into), json.dumps(environ or {}), ""]
        try:
            with subprocess.Popen(argv, env=_environ(), start_new_session=True, **ends) as process:
                assert process.wait(20) == 0
        finally:
            os.close(master)
            os.close(slave)
        return _read(self.into)


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path / "seen.json")


def test_a_real_terminal_in_front_is_attended(terminal: Terminal) -> None:
    seen = terminal.observe()
    assert seen["channel"] == "terminal", seen
    assert (seen["has_tty"], seen["agent"]) == (True, "")


def test_the_terminal_of_an_editor_is_a_persons(terminal: Terminal) -> None:
    environ = {"TERM_PROGRAM": "vscode", "CURSOR_TRACE_ID": "x", "CODEX_HOME": "/x", "GOOSE_PROVIDER": "x"}
    assert terminal.observe(environ=environ)["channel"] == "terminal"


def test_an_agent_variable_turns_a_real_terminal_into_the_agents(terminal: Terminal) -> None:
    seen = terminal.observe(environ={"TERM_PROGRAM": "vscode", "COPILOT_AGENT": "1"})
    assert (seen["channel"], seen["agent"], seen["has_tty"]) == ("agent", "GitHub Copilot", True)
    assert "`COPILOT_AGENT`" in seen["reason"]


def test_a_terminal_that_is_not_the_sessions_own_is_not_attended(terminal: Terminal) -> None:
    seen = terminal.observe(prepare="")
    assert (seen["channel"], seen["has_tty"]) == ("pipe", True)
    assert seen["reason"] == "this session has no terminal of its own"


def test_a_process_in_the_background_is_not_attended(terminal: Terminal) -> None:
    seen = terminal.observe(prepare=TAKE_TERMINAL + STEP_BACK)
    assert (seen["channel"], seen["has_tty"]) == ("pipe", True)
    assert "in front" in seen["reason"]


def test_another_terminal_at_standard_input_is_not_attended(terminal: Terminal) -> None:
    swap = "import os\nmaster, other = os.openpty()\nos.dup2(other, 0)\n"
    seen = terminal.observe(prepare=TAKE_TERMINAL + swap)
    assert (seen["channel"], seen["has_tty"]) == ("pipe", True)
    assert seen["reason"].startswith("standard input is a terminal, but not the one")


def test_another_terminal_at_standard_output_is_not_attended(terminal: Terminal) -> None:
    swap = "import os\nmaster, other = os.openpty()\nos.dup2(other, 1)\n"
    seen = terminal.observe(prepare=TAKE_TERMINAL + swap)
    assert seen["reason"].startswith("standard output is a terminal, but not the one")


@pytest.mark.parametrize(("stream", "name"), [("stdin", "input"), ("stdout", "output")])
def test_a_pipe_at_either_end_is_not_attended(terminal: Terminal, stream: str, name: str) -> None:
    take = "import fcntl, termios; fcntl.ioctl(2, termios.TIOCSCTTY, 0)\n"
    seen = terminal.observe(prepare=take, **{stream: subprocess.DEVNULL})
    assert (seen["channel"], seen["has_tty"]) == ("pipe", False)
    assert seen["reason"] == f"standard {name} is not a terminal"


def test_a_closed_stream_is_not_attended() -> None:
    with Path(os.devnull).open() as closed:
        pass
    assert observe({}, closed, closed, ancestors=()).reason == "standard input is not a terminal"


@pytest.mark.skipif(shutil.which("script") is None, reason="`script` (util-linux) is not installed")
@pytest.mark.skipif(sys.platform == "darwin", reason="`script` takes other words on macOS")
def test_a_terminal_made_by_script_is_not_attended(tmp_path: Path) -> None:
    into = tmp_path / "seen.json"
    observer = tmp_path / "observer.py"
    observer.write_text(OBSERVER)
    line = f"{sys.executable} {observer} {into} '{{}}' script"
    subprocess.run(
        ["script", "-qec", line, os.devnull], env=_environ(), stdin=subprocess.DEVNULL, check=True, timeout=20
    )
    seen = _read(into)
    assert (seen["channel"], seen["has_tty"]) == ("pipe", True)
    assert seen["reason"].startswith("this was started by `script`")
    assert seen["via"][-1] == "script"


# What an agent really sets, written out: a row that is lost or altered must be seen here.
VARIABLES = [
    ("CLAUDECODE", "1", "Claude Code"),
    ("CLAUDE_CODE_ENTRYPOINT", "cli", "Claude Code"),
    ("CLAUDE_CODE_SESSION_ID", "0a1b", "Claude Code"),
    ("CODEX_SANDBOX", "seatbelt", "Codex"),
    ("CODEX_SANDBOX_NETWORK_DISABLED", "1", "Codex"),
    ("CODEX_THREAD_ID", "t_1", "Codex"),
    ("CODEX_CI", "1", "Codex"),
    ("CURSOR_AGENT", "1", "Cursor"),
    ("CURSOR_EXTENSION_HOST_ROLE", "agent-exec", "Cursor"),
    ("GEMINI_CLI", "1", "Gemini CLI"),
    ("OPENCODE", "1", "opencode"),
    ("OPENCODE_CLIENT", "cli", "opencode"),
    ("COPILOT_CLI", "1", "GitHub Copilot"),
    ("COPILOT_AGENT", "1", "GitHub Copilot"),
    ("COPILOT_AGENT_SESSION_ID", "5aac", "GitHub Copilot"),
    ("GITHUB_COPILOT_CLI_MODE", "true", "GitHub Copilot"),
    ("AMP_CURRENT_THREAD_ID", "T-1", "Amp"),
    ("AUGMENT_AGENT", "1", "Auggie"),
    ("ANTIGRAVITY_AGENT", "1", "Antigravity"),
    ("GOOSE_TERMINAL", "1", "Goose"),
    ("KIRO_SESSION_ID", "s", "Kiro"),
    ("AGENT_CONTEXT_OUT", "/tmp/fifo", "Kiro"),
    ("KIRO_AGENT_PATH", "/home/x/.local/bin/kiro-cli-chat", "Kiro"),
    ("AWS_EXECUTION_ENV", "AmazonQ-For-CLI Version/1", "Amazon Q"),
    ("QWEN_CODE", "1", "Qwen Code"),
    ("CLINE_ACTIVE", "true", "Cline"),
    ("ROO_ACTIVE", "true", "Roo Code"),
    ("PI_CODING_AGENT", "true", "Pi"),
    ("CRUSH", "1", "Crush"),
    ("TRAE_AI_SHELL_ID", "3", "Trae"),
    ("AI_AGENT", "1", "an agent"),
    ("AGENT", "amp", "Amp"),
    ("AGENT", "goose", "Goose"),
    ("AGENT", "1", "an agent"),
    ("AGENT", "True", "an agent"),
]
PROGRAMS = [
    ("claude", "Claude Code", "/lib/node_modules/@anthropic-ai/claude-code/cli.js"),
    ("codex", "Codex", "/lib/node_modules/@openai/codex/bin/run.js"),
    ("codex-linux-sandbox", "Codex", ""),
    ("cursor-agent", "Cursor", "/home/x/.local/share/cursor-agent/versions/1/index.js"),
    ("gemini", "Gemini CLI", "/lib/node_modules/@google/gemini-cli/dist/index.js"),
    ("opencode", "opencode", "/lib/node_modules/opencode-ai/bin/run"),
    ("copilot", "GitHub Copilot", "/lib/node_modules/@github/copilot/index.js"),
    ("aider", "Aider", "/lib/python3.12/site-packages/aider/main.py"),
    ("amp", "Amp", "/lib/node_modules/@sourcegraph/amp/dist/main.js"),
    ("agy", "Antigravity", ""),
    ("devin", "Devin", ""),
    ("droid", "Droid", ""),
    ("goose", "Goose", ""),
    ("goosed", "Goose", ""),
    ("kiro-cli-chat", "Kiro", ""),
    ("qchat", "Amazon Q", ""),
    ("qwen", "Qwen Code", "/lib/node_modules/@qwen-code/qwen-code/dist/index.js"),
    ("cline", "Cline", "/lib/node_modules/cline/dist/index.js"),
    ("auggie", "Auggie", "/lib/node_modules/@augmentcode/auggie/augment.mjs"),
    ("crush", "Crush", ""),
    ("openhands", "OpenHands", ""),
]
FAKERS = ["script", "scriptlive", "expect", "unbuffer", "autoexpect", "socat", "faketty", "winpty"]
BUILD_SERVERS = {
    "CI": "true",
    "GITHUB_ACTIONS": "true",
    "GITLAB_CI": "true",
    "BUILDKITE": "true",
    "CIRCLECI": "true",
    "JENKINS_URL": "https://ci.example.org/",
    "TF_BUILD": "True",
    "TEAMCITY_VERSION": "2025.1",
}


def test_every_row_of_the_tables_is_tried() -> None:
    assert {(name, agent) for name, _, agent in VARIABLES} == {
        (row.name, row.agent) for row in AGENT_VARIABLES
    }
    assert len(VARIABLES) == len(AGENT_VARIABLES)
    assert [(name, agent) for name, agent, _ in PROGRAMS] == [(row.name, row.agent) for row in AGENT_PROGRAMS]
    assert [bool(script) for _, _, script in PROGRAMS] == [bool(row.script) for row in AGENT_PROGRAMS]
    assert tuple(FAKERS) == TERMINAL_FAKERS
    assert tuple(BUILD_SERVERS) == BUILD_SERVER_VARIABLES


@pytest.mark.parametrize(("name", "value", "agent"), VARIABLES)
def test_each_variable_gives_its_agent_away(name: str, value: str, agent: str) -> None:
    seen = _observe({name: value})
    assert (seen.channel, seen.agent) == ("agent", agent)
    assert f"`{name}`" in seen.reason
    assert _observe({name: " "}).channel == "pipe"
    assert _observe({name + "_X": value}).channel == "pipe"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CURSOR_EXTENSION_HOST_ROLE", "user"),
        ("GITHUB_COPILOT_CLI_MODE", "false"),
        ("AWS_EXECUTION_ENV", "CloudShell"),
        ("AGENT", "smith"),
    ],
)
def test_a_variable_with_another_value_gives_nobody_away(name: str, value: str) -> None:
    assert _observe({name: value}).channel == "pipe"


@pytest.mark.parametrize(("name", "agent", "script"), PROGRAMS)
def test_each_program_gives_its_agent_away(name: str, agent: str, script: str) -> None:
    processes = [
        Process(1, name[:15], (f"/usr/bin/{name}",)),  # the system cuts names
        Process(1, "node", ("node", f"/usr/bin/{name}")),
        Process(1, name.capitalize()),
    ]
    if script:
        processes.append(Process(1, "MainThread", ("node", "--flag=1", script)))
    for process in processes:
        seen = _observe({}, _above("bash"), describe(process), _above("tmux: server"))
        assert (seen.channel, seen.agent) == ("agent", agent), process
        assert "started by" in seen.reason
    assert _observe({}, _above(name + "-x")).channel == "pipe"


@pytest.mark.parametrize("name", FAKERS)
def test_each_faker_gives_itself_away(name: str) -> None:
    seen = _observe({}, _above("zsh"), _above(name))
    assert (seen.channel, seen.agent) == ("pipe", "")
    assert seen.reason.startswith(f"this was started by `{name}`")


@pytest.mark.parametrize("name", BUILD_SERVERS)
def test_each_build_server_is_a_pipe(name: str) -> None:
    seen = _observe({name: BUILD_SERVERS[name]})
    expected = f"this is continuous integration: the environment has `{name}`"
    assert (seen.channel, seen.reason) == ("pipe", expected)
    assert "continuous" not in _observe({name: "false"}).reason


def test_an_agent_on_a_build_server_is_an_agent() -> None:
    assert _observe({"CI": "true", "COPILOT_CLI": "1"}).channel == "agent"


def test_the_shared_variable_carries_the_agents_name() -> None:
    assert _observe({"AI_AGENT": "github_copilot_vscode_agent"}).agent == "github_copilot_vscode_agent"
    assert _observe({"AI_AGENT": "evil\x1b[2J\u202e"}).agent == "evil[2j"


@pytest.mark.parametrize(
    "name", ["cursor", "code", "windsurf", "kiro", "zed", "tmux: server", "sshd", "python3"]
)
def test_where_people_have_terminals_nobody_is_given_away(name: str) -> None:
    assert _observe({}, _above(name)).reason == "standard input is not a terminal"


def test_a_file_that_only_an_agents_machine_has_gives_it_away(tmp_path: Path) -> None:
    mark = Program(str(tmp_path / "mark"), "Devin")
    assert list(find_marks([mark])) == []
    (tmp_path / "mark").touch()
    assert [agent for agent, _ in find_marks([mark])] == ["Devin"]


@pytest.mark.parametrize(
    ("process", "name"),
    [
        (Process(1, "/bin/zsh", ("-zsh",)), "zsh"),
        (Process(1, ".codex-wrapped", ("/nix/store/x/bin/codex",)), "codex"),
        (Process(1, "python3.12", ("python3", "-m", "aider", "--yes")), "aider"),
        (Process(1, "python3.12", ("python3", "-c", "print(1)")), "python3.12"),
        (Process(1, "node", ("node", "--inspect", "/usr/lib/gemini.js")), "gemini"),
        (Process(1, "Visual Studio Code", ("/Applications/Visual Studio Code",)), "Visual Studio Code"),
        (Process(1, "kworker", ()), "kworker"),
        (Process(1, "", ()), "?"),
        (Process(1, "a\x1b[2Jb\n\u202ec", ()), "a[2Jbc"),
    ],
)
def test_a_process_is_shown_by_the_name_people_know(process: Process, name: str) -> None:
    assert describe(process).name == name


def test_a_name_has_no_control_characters_and_an_end() -> None:
    assert clean("a\0\x07\u200b\x9bb") == "ab"
    assert len(clean("x" * 1000)) == 64


def test_the_ancestors_are_ours_nearest_first() -> None:
    above = list_ancestors()
    code = "from groundplan.cli.presence import list_ancestors\nfor a in list_ancestors(): print(a.name)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=_environ(), capture_output=True, text=True, check=True
    )
    below = done.stdout.splitlines()
    assert below[1:] == [ancestor.name for ancestor in above][: len(below) - 1]


def test_without_proc_the_same_ancestors_come_from_ps(tmp_path: Path) -> None:
    if not Path("/bin/ps").exists():
        pytest.skip("`ps` is not installed")
    asked, read = list_ancestors(proc=tmp_path), list_ancestors()
    assert [ancestor.name for ancestor in asked] == [ancestor.name for ancestor in read]
    assert read or sys.platform == "darwin"


def test_the_walk_stops_at_process_one_and_at_32_levels(tmp_path: Path) -> None:
    for pid in range(1, 60):
        _make_process(tmp_path, pid, parent=pid - 1, name=f"p{pid}")
    (tmp_path / "self").symlink_to("59")
    assert [a.name for a in list_ancestors(4, proc=tmp_path)] == ["p3", "p2", "p1"]
    assert len(list_ancestors(59, proc=tmp_path)) == 32


def test_a_name_with_brackets_and_spaces_does_not_hide_the_parent(tmp_path: Path) -> None:
    _make_process(tmp_path, 1, parent=0, name="init")
    _make_process(tmp_path, 2, parent=1, name="x) S 99 (y")
    _make_process(tmp_path, 3, parent=2, name="sh")
    (tmp_path / "self").symlink_to("3")
    assert [a.name for a in list_ancestors(3, proc=tmp_path)] == ["x) S 99 (y", "init"]


def test_a_process_that_is_gone_ends_the_walk(tmp_path: Path) -> None:
    _make_process(tmp_path, 3, parent=2, name="sh")
    (tmp_path / "self").symlink_to("3")
    assert list_ancestors(3, proc=tmp_path) == ()


def _make_process(proc: Path, pid: int, *, parent: int, name: str) -> None:
    (proc / str(pid)).mkdir()
    (proc / str(pid) / "stat").write_text(f"{pid} ({name}) S {parent} 1 1 0")
    (proc / str(pid) / "cmdline").write_bytes(b"")


def _above(name: str) -> Ancestor:
    return describe(Process(1, name))


def _observe(environ: dict[str, str], *above: Ancestor) -> Presence:
    with Path(os.devnull).open() as nothing:
        return observe(environ, nothing, nothing, ancestors=above)


def _environ() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(SOURCE)}


def _read(into: Path) -> dict[str, Any]:
    for _ in range(200):
        if into.exists():
            seen: dict[str, Any] = json.loads(into.read_text())
            return seen
        time.sleep(0.02)
    raise AssertionError("nothing was seen")
