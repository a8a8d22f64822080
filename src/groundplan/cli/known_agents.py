"""What gives a coding agent, a build server or a faked terminal away: data, each row with its source.

A row must be something the agent itself sets or is, never something a person sets or sits in: `CODEX_HOME`,
`GOOSE_PROVIDER`, `COPILOT_MODEL` are people's settings; `CURSOR_TRACE_ID`, `CODEIUM_EDITOR_APP_ROOT`,
`TERM_PROGRAM=kiro` and `TERM_PROGRAM=vscode` stand in every terminal of an editor, whoever types there.
"""

from __future__ import annotations

from groundplan.plan.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable that an agent sets for what it runs; `value` is a pattern in lower case."""

    name: str
    agent: str
    value: str = "*"


@dataclass(frozen=True, slots=True)
class Program:
    """A program by its name, or by a part of the path of the script it runs."""

    name: str
    agent: str
    script: str = ""


AGENT_VARIABLES: tuple[Variable, ...] = (
    # github.com/anthropics/claude-code issues 531 and 24838; CLAUDE_CODE_SESSION_ID: crate ai_env 0.1.3
    Variable("CLAUDECODE", "Claude Code"),
    Variable("CLAUDE_CODE_ENTRYPOINT", "Claude Code"),
    Variable("CLAUDE_CODE_SESSION_ID", "Claude Code"),
    # github.com/stripe/stripe-cli pull 1455, which cites codex-rs: spawn.rs, exec_env.rs, process_manager.rs
    Variable("CODEX_SANDBOX", "Codex"),
    Variable("CODEX_SANDBOX_NETWORK_DISABLED", "Codex"),
    Variable("CODEX_THREAD_ID", "Codex"),
    Variable("CODEX_CI", "Codex"),
    # github.com/databricks/cli pull 4287; github.com/vercel-labs/skills pull 1549 for the second
    Variable("CURSOR_AGENT", "Cursor"),
    Variable("CURSOR_EXTENSION_HOST_ROLE", "Cursor", "agent-exec"),
    # gemini-cli docs/tools/shell.md: "sets GEMINI_CLI=1 in the subprocess's environment"
    Variable("GEMINI_CLI", "Gemini CLI"),
    # github.com/anomalyco/opencode packages/opencode/src/index.ts; issue 32689 says which versions lose it
    Variable("OPENCODE", "opencode"),
    Variable("OPENCODE_CLIENT", "opencode"),
    # github.com/dotnet/sdk pull 54227 (CLI), microsoft/vscode pull 316267 (editor), watson/is-ci issue 28
    Variable("COPILOT_CLI", "GitHub Copilot"),
    Variable("COPILOT_AGENT", "GitHub Copilot"),
    Variable("COPILOT_AGENT_SESSION_ID", "GitHub Copilot"),
    Variable("GITHUB_COPILOT_CLI_MODE", "GitHub Copilot", "true"),
    # github.com/ascorbic/am-i-vibing changeset "detect-amp-auggie-qwen-devin-droid"
    Variable("AMP_CURRENT_THREAD_ID", "Amp"),
    Variable("AUGMENT_AGENT", "Auggie"),
    # github.com/vercel/vercel pull 15413
    Variable("ANTIGRAVITY_AGENT", "Antigravity"),
    # goose documentation, "Variables controlled by goose": github.com/aaif-goose/goose pulls 4205 and 7017
    Variable("GOOSE_TERMINAL", "Goose"),
    # github.com/dynatrace-oss/dtctl issue 282 (kiro-cli 2.6.1), vercel/vercel pull 16092
    Variable("KIRO_SESSION_ID", "Kiro"),
    Variable("AGENT_CONTEXT_OUT", "Kiro"),
    Variable("KIRO_AGENT_PATH", "Kiro"),
    # github.com/aws/aws-cdk-cli packages/aws-cdk/lib/cli/util/detect-agent.ts
    Variable("AWS_EXECUTION_ENV", "Amazon Q", "*amazonq*"),
    # qwen-code packages/core/src/services/shellExecutionService.ts
    Variable("QWEN_CODE", "Qwen Code"),
    # github.com/cline/cline pull 7858 (TerminalRegistry.ts), RooCodeInc/Roo-Code pull 11862
    Variable("CLINE_ACTIVE", "Cline"),
    Variable("ROO_ACTIVE", "Roo Code"),
    # github.com/earendil-works/pi pull 2867, heygen-com/hyperframes pull 1328, jehiah/agentdetection README
    Variable("PI_CODING_AGENT", "Pi"),
    Variable("CRUSH", "Crush"),
    Variable("TRAE_AI_SHELL_ID", "Trae"),
    # the shared names: github.com/agentsmd/agents.md issue 136, microsoft/vscode pull 320129
    Variable("AI_AGENT", "an agent"),
    Variable("AGENT", "Amp", "amp"),
    Variable("AGENT", "Goose", "goose"),
    Variable("AGENT", "an agent", "1"),
    Variable("AGENT", "an agent", "true"),
)

# Aider, Devin and Droid set no variable for what they run (am-i-vibing, as above; aider pull 5521 is open).
# The editors `cursor`, `code`, `windsurf` and `kiro` are not agents: people have terminals there. Windsurf's
# agent uses those terminals too and leaves no mark of its own, so it is not seen.
AGENT_PROGRAMS: tuple[Program, ...] = (
    Program("claude", "Claude Code", "@anthropic-ai/claude-code/"),
    Program("codex", "Codex", "@openai/codex/"),
    Program("codex-linux-sandbox", "Codex"),
    Program("cursor-agent", "Cursor", "/cursor-agent/"),
    Program("gemini", "Gemini CLI", "@google/gemini-cli/"),
    Program("opencode", "opencode", "/opencode-ai/"),
    Program("copilot", "GitHub Copilot", "@github/copilot/"),
    Program("aider", "Aider", "/aider/main.py"),
    Program("amp", "Amp", "@sourcegraph/amp/"),
    Program("agy", "Antigravity"),
    Program("devin", "Devin"),
    Program("droid", "Droid"),
    Program("goose", "Goose"),
    Program("goosed", "Goose"),
    Program("kiro-cli-chat", "Kiro"),
    Program("qchat", "Amazon Q"),
    Program("qwen", "Qwen Code", "@qwen-code/qwen-code/"),
    Program("cline", "Cline", "/node_modules/cline/"),
    Program("auggie", "Auggie", "@augmentcode/auggie/"),
    Program("crush", "Crush"),
    Program("openhands", "OpenHands"),
)

# Programs whose work is to give another program a terminal that nobody sits at. A script (Python's pty and
# pexpect, node-pty) does the same under the name of its interpreter and cannot be known by that.
TERMINAL_FAKERS: tuple[str, ...] = (
    "script",
    "scriptlive",
    "expect",
    "unbuffer",
    "autoexpect",
    "socat",
    "faketty",
    "winpty",
)

# docs.github.com "Default environment variables", docs.gitlab.com "Predefined CI/CD variables", and so on
BUILD_SERVER_VARIABLES: tuple[str, ...] = (
    "CI",
    "GITHUB_ACTIONS",
    "GITLAB_CI",
    "BUILDKITE",
    "CIRCLECI",
    "JENKINS_URL",
    "TF_BUILD",
    "TEAMCITY_VERSION",
)

# The machine Devin works on has this: github.com/vercel/detect-agent agents.json
MACHINE_MARKS: tuple[Program, ...] = (Program("/opt/.devin", "Devin"),)
