"""`completion`: the script that teaches a shell groundplan's words, under each name people call it by."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from typing import TYPE_CHECKING

import click

from groundplan.cli.group import command

if TYPE_CHECKING:
    from groundplan.cli.session import Session

# Each shell asks click for its answer to bash, one `type,word` in a line, and uses that in its own way. It
# calls the program by its path: another `gp` (PARI's) is never run, and a checkout needs nothing on PATH.
_ASK = """\
_groundplan_ask() {
    env COMP_WORDS="$1" COMP_CWORD="$2" _GROUNDPLAN_COMPLETE=bash_complete PROGRAM 2>/dev/null
}
"""
SCRIPTS = {
    "bash": _ASK
    + """\
_groundplan_complete() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            plain,*) COMPREPLY+=("${line#plain,}") ;;
            file,*) compopt -o default 2>/dev/null ;;
            dir,*) compopt -o dirnames 2>/dev/null ;;
        esac
    done < <(_groundplan_ask "${COMP_WORDS[*]}" "$COMP_CWORD")
}
complete -F _groundplan_complete groundplan gp
""",
    "zsh": _ASK
    + """\
_groundplan_complete() {
    local line
    local -a found
    for line in "${(@f)$(_groundplan_ask "${words[*]}" $((CURRENT - 1)))}"; do
        case $line in
            plain,*) found+=("${line#plain,}") ;;
            file,*|dir,*) _files ;;
        esac
    done
    compadd -a found
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _groundplan_complete groundplan gp
""",
    "fish": """\
function _groundplan_complete
    set -lx COMP_WORDS (commandline -cp)
    set -lx COMP_CWORD (count (commandline -opc))
    for line in (env _GROUNDPLAN_COMPLETE=bash_complete PROGRAM 2>/dev/null)
        switch $line
            case 'plain,*'
                string replace 'plain,' '' -- $line
            case 'file,*' 'dir,*'
                __fish_complete_path (commandline -ct)
        end
    end
end
complete --no-files --command groundplan --arguments '(_groundplan_complete)'
complete --no-files --command gp --arguments '(_groundplan_complete)'
""",
}


@command("completion")
@click.argument("shell", type=click.Choice(tuple(SCRIPTS)))
def completion_command(session: Session, shell: str) -> None:
    """Print the completion script of SHELL, for `groundplan` and `gp`.

    In `~/.bashrc` or `~/.zshrc`: `eval "$(groundplan completion bash)"`, with the shell's own name; in
    `~/.config/fish/config.fish`: `groundplan completion fish | source`.
    """
    script = SCRIPTS[shell].replace("PROGRAM", shlex.quote(_program()))
    session.give("completion", {"shell": shell, "script": script}, lambda screen: screen.data(script))


def _program() -> str:
    """Return the path of the program that is running, or its name where it was started in another way."""
    found = shutil.which(sys.argv[0])
    return os.path.abspath(found) if found else "groundplan"  # noqa: PTH100 - links stay what they are
