"""What a foreign plan says rightly and was once told wrong: by default nothing is said of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from worktree import opened_worktree

from groundplan.app.judgement.documents import Written, check_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.judgement.codebase import Codebase

COMMAND = """\
export class Console {
  writeLine(text) { return text; }
}

export function splitAndRun(text) {
  const parts = text.split(" ");
  const first = parts[0];
  const rest = parts.slice(1);

  return [first, rest];
}

export function runCommand(text) {
  return splitAndRun(text);
}
"""
CLIENT = """\
class MessageStreamer:
    def count_token(self, text):
        return len(text)

    def read_all(self):
        return self.count_token("")


def build_databases(path):
    return MessageStreamer()
"""
RANGE = "module Range\n  def same_line?(other)\n    first == other.first\n  end\nend\n"
ELEMENT = """\
module Element
  def same_line?(other)
    loc == other.loc
  end

  def key_delta(other)
    same_line?(other)
  end

  def value_delta(other)
    same_line?(other)
  end
end
"""
JUSTFILE = 'test *args="-x --ff tests":\n    pytest {{args}}\n\nlint:\n    ruff check\n'
FILES = {
    "lib/command.ts": COMMAND,
    "src/client.py": CLIENT,
    "src/client/__init__.py": "",
    "koa/app.py": "def start_app():\n    return 1\n\n\ndef stop():\n    return 'koa'\n",
    "rb/range.rb": RANGE,
    "rb/element.rb": ELEMENT,
    "rb/pair.rb": "def pairs(one, two)\n  one.same_line?(two)\nend\n",
    "spec/range_spec.rb": "describe Range do\n  it { one.same_line?(two) }\nend\n",
    "Justfile": JUSTFILE,
    "package.json": json.dumps({"scripts": {"test": "vitest"}}),
    "pyproject.toml": "[project]\nname = 'a'\nversion = '1'\ndependencies = ['anthropic']\n",
    ".github/workflows/ci.yml": (
        "jobs:\n  test:\n    strategy:\n      matrix:\n        python-version: ['3.11', '3.12']\n"
    ),
}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codebase]:
    with opened_worktree(tmp_path_factory.mktemp("sure"), FILES) as opened:
        yield opened


def found(base: Codebase, text: str, path: str = "plan.md") -> list[str]:
    return [each.code for each in check_document(base, Written(path, text)).findings]


LINES = """\
| file | line |
|--|--|
| `rb/element.rb` | 2 |
| `rb/element.rb` | 7 |
| `rb/pair.rb` | 2 |
"""
SILENT = {
    "a name of another language": "It prints with `Console.WriteLine` and `Console.WriteLines` in C#.",
    "what something is renamed to": "The parser `splitAndRun` is private, rename it `splitAndRunCommand`.",
    "two names to choose from": "- Rename to `runCommands` or `runACommand`.",
    "a type of an SDK": "The stream is read by the SDK's `MessageStream`, as in `src/client.py`.",
    "a call of a package": "Tokens are counted by `client.messages.count_tokens` of `anthropic`.",
    "what a list exposes": "Expose the methods of the client as:\n\n- `MessageStreamer.count_tokens`\n",
    "tools under a heading": "## Implement MCP Tools\n\n- `build_database`: builds `src/client.py`'s own.\n",
    "fields that are required": "Required fields:\n\n- `count_tokens` of `MessageStreamer`\n",
    "a table to be added": "Add one table.\n\n| method | of |\n|--|--|\n| `read_al` | `MessageStreamer` |\n",
    "lines of another part": (
        "`runCommand` hands its text to the splitter, and `Console` (`lib/command.ts:8`) prints it."
    ),
    "the folder of the cited file": "`koa` (`koa/app.py:1`) starts.",
    "a line of another file": "`splitAndRun` is in `lib/command.ts`. The client of line 9 reads `read_all`.",
    "a line inside the function": "`splitAndRun` (`lib/command.ts:7`) takes it apart.",
    "code that is to come": "1. In `rb/element.rb`: `def shares_line?(other)` with the present body.",
    "a recipe with parameters": "- [ ] Run `just test tests/test_client.py`.",
    "what a user wants": "A user has no quick way to get what one wants for `npm run build`.",
    "what others ran": "| change | said |\n|--|--|\n| 12 | broke `npm run build` |\n",
    "versions to come": "## Design\n\nCI covers Python 3.12 and 3.13.",
    "what a step changes": "## Steps\n\n1. Change `lib/command.ts` → `lib/commands.ts`\n",
    "steps that are done": (
        "- [x] T001 [P] Split it in `lib/command.ts`\n- [x] T002 [P] Run it in `lib/command.ts`\n"
        "- [ ] T003 Say so\n- [ ] T004 Say so twice\n"
    ),
    "a generated file": "Update the generated `src/clients.py` by a run.",
    "an ignored file": "`src/clients.py:3` is untracked, so nobody has it.",
    "a use of a namesake": (
        f"Rename `same_line?`.\n\n{LINES}| `rb/element.rb` | 11 |\n\n## Not doing\n\n"
        "`Range#same_line?` is another one.\n"
    ),
}
WRONG = {
    "a member that is nearly there": ("GP112", "Each text is counted in `MessageStreamer.count_tokens`."),
    "a call of one": ("GP112", "It is read in `MessageStreamer.read_al()`."),
    "a function of a module": ("GP112", "`src/client.py` is old. It calls `command::runCommands`."),
    "a name right before its line": ("GP111", "`runCommand` (`lib/command.ts:2`) calls it."),
    "a line of a list of one name": (
        "GP111",
        f"Uses of `same_line?`:\n\n{LINES}| `rb/range.rb` | 5 |\n",
    ),
    "a recipe that is not there": ("GP114", "- [ ] Run `just tests`."),
    "a command among others": ("GP114", "- `npm test` and `npm run build`"),
    "versions of today": ("GP116", "CI covers Python 3.12 and 3.13 today."),
}


@pytest.mark.parametrize("name", SILENT)
def test_what_can_be_read_otherwise_is_not_told(base: Codebase, name: str) -> None:
    assert found(base, SILENT[name]) == []


@pytest.mark.parametrize("name", WRONG)
def test_what_leaves_no_other_reading_is_told(base: Codebase, name: str) -> None:
    wanted, text = WRONG[name]
    assert found(base, text) == [wanted]


def test_of_a_document_that_is_carried_out_nothing_is_told(base: Codebase) -> None:
    text = "1. [P] Change `lib/command.ts`\n2. [P] Split `lib/command.ts`\n\nRun `npm run build`.\n"
    assert found(base, text)
    assert found(base, text, "specs/archive/tasks.md") == []


def test_only_what_was_decided_is_counted_as_checked(base: Codebase) -> None:
    text = "Create `src/new_one.py`. `lib/command.ts:1` and `feature/later`."
    (looked,) = check_document(base, Written("plan.md", text)).looked
    assert (looked.noun, looked.checked, looked.unknown, looked.planned) == ("citation", 1, 1, 1)
