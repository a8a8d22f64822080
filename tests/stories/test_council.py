"""Council: a brief first, then one plan out of several advisors' answers, with every source named."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from story import Story

GOAL = "Add user authentication to the API"
PLAN = "plans/user-authentication/plan.md"

REQUIREMENTS = """\
- R1: Email/password login
- R2: JWT tokens with refresh
- R3: Password reset flow
- R4: OAuth with Google/GitHub
"""
VAGUE = REQUIREMENTS.replace("Password reset flow", "Password reset that works quickly")
CURRENT_STATE = """\
No auth, all endpoints public. The API is Python/FastAPI: `src/main.py` has 12 routes, and `requirements.txt`
names no library for authentication.
"""

SYNTHESIS = """\
### Decision

Sign-in is built into the API itself with JWT and refresh tokens, as Claude and Codex propose; no session
store is added. It is taken back if a public endpoint answers without a token after Phase 2.

### Approaches Compared

| Claim | Advisors | Against | Code |
|-------|----------|---------|------|
| JWT with refresh tokens instead of server sessions | Claude, Codex | none | no session store in `src/` |
| Tokens belong into cookies | Gemini | Codex | not decided by the code |

### Phase 1: Foundation

1. [ ] Add user model with password hashing (R1)
   - **From:** Claude, Codex
   - **Verification:** a test of it passes
2. [ ] Create database migrations
   - **Needs:** 1
   - **From:** Codex
   - **Verification:** a test of it passes
3. [ ] Implement JWT token generation (R2)
   - **From:** Claude, Codex
   - **Verification:** a test of it passes
4. [ ] Add /auth/login endpoint
   - **Needs:** 2, 3
   - **From:** Codex
   - **Verification:** a test of it passes

**Milestone:** a user signs in and gets a token
**Test:** `curl` of /auth/login with a known password prints a token

### Phase 2: Core Features

5. [ ] Add token refresh endpoint (R2)
   - **Needs:** 4
   - **From:** Codex
   - **Verification:** a test of it passes
6. [ ] Implement logout (token blacklist)
   - **From:** Gemini
   - **Verification:** a test of it passes
7. [ ] Create auth middleware
   - **From:** Claude
   - **Verification:** a test of it passes
8. [ ] Protect existing endpoints
   - **Needs:** 7
   - **From:** Claude, Gemini
   - **Verification:** a test of it passes

**Milestone:** no endpoint answers without a token
**Test:** a request to `/files` without a token gets 401

### Phase 3: Password Recovery

9. [ ] Add password reset request endpoint (R3)
   - **From:** Codex
   - **Verification:** a test of it passes
10. [ ] Implement email sending
    - **From:** Codex
    - **Verification:** a test of it passes
11. [ ] Create password reset confirmation
    - **Needs:** 9, 10
    - **From:** Codex
    - **Verification:** a test of it passes

**Milestone:** a user who forgot the password gets in
**Test:** the link in the mail sets a new password

### Phase 4: OAuth

12. [ ] Add OAuth configuration (R4)
    - **From:** Codex
    - **Verification:** a test of it passes
13. [ ] Implement Google OAuth flow
    - **Needs:** 12
    - **From:** Codex
    - **Verification:** a test of it passes
14. [ ] Implement GitHub OAuth flow
    - **Needs:** 12
    - **From:** Codex
    - **Verification:** a test of it passes
15. [ ] Link OAuth to existing users
    - **Needs:** 13, 14
    - **From:** Claude
    - **Verification:** a test of it passes

**Milestone:** a user signs in with Google and with GitHub
**Test:** both flows end with a token

### Dependencies

- Library: `python-jose` for JWT
- Library: `passlib` for password hashing
- Service: Email provider for password reset

### Security Considerations (from Gemini)

- Hash passwords with bcrypt, cost factor 12+
- Store refresh tokens securely (database, not client)
- Implement rate limiting on auth endpoints
- Use secure cookies for tokens

### Architecture Considerations (from Claude)

- Users, sessions and OAuth identities are three tables, so that an identity can be unlinked
"""


def claim(text: str, *facts: tuple[str, str, str]) -> dict[str, Any]:
    told = [dict(zip(("kind", "at", "value"), fact, strict=True)) for fact in facts]
    return {"text": text, "about": "code", "cites": [], "facts": told}


def item(title: str, what: str, phase: str) -> dict[str, Any]:
    return {"title": title, "what": what, "phase": phase, "needs": [], "considerations": [], "verify": ""}


ANSWERS: dict[str, dict[str, Any]] = {
    "claude": {
        "approach": "JWT with refresh tokens, issued by the API itself",
        "top_risk": "a refresh token that leaks is good for weeks",
        "claims": [
            claim(
                "The routes are one table, so one middleware can protect all of them.",
                ("quote", "src/main.py:3", "ROUTES = {'/files': post_file}"),
            ),
            claim(
                "Nothing hashes passwords yet, neither passlib nor bcrypt.",
                ("absent", "", "passlib"),
                ("absent", "", "bcrypt"),
            ),
        ],
        "items": [item("Add the user model", "users and OAuth identities in two tables", "Foundation")],
    },
    # One that lies: a store that is not there, and a library that nobody asked for.
    "codex": {
        "approach": "JWT and refresh tokens in the API",
        "top_risk": "the order of migrations",
        "claims": [
            claim(
                "There is a session store already, which logout can extend.",
                ("quote", "auth/sessions.py:1", "class SessionStore(dict):"),
            ),
            claim("OAuth needs no new library.", ("depends", "requirements.txt", "authlib")),
        ],
        "items": [
            item("Add the user model", "one table, passwords hashed with passlib", "Foundation"),
            item("Add the endpoints", "in `src/routes.py`", "Core Features"),
        ],
    },
    "gemini": {
        "approach": "Short-lived tokens in secure cookies behind a gateway",
        "top_risk": "passwords hashed too cheaply",
        "claims": [
            {
                "text": "Hash passwords with bcrypt, cost factor 12 and more.",
                "about": "risk",
                "cites": [],
                "facts": [],
            },
            claim("Cookies are set today.", ("defined", "auth/sessions.py:1", "set_cookie")),
        ],
        "items": [],
    },
}
ABSENT = "grok"
# Each says what it has to say only once all have been asked; the last one fails.
ADVISOR = """\
cat > {box}/{name}-asked
for other in {names}; do
  until [ -e {box}/$other-asked ]; do sleep 0.02; done
done
[ -e {box}/{name}.json ] || {{ echo "the quota is used up" >&2; exit 1; }}
cat {box}/{name}.json
"""
RECOVERY = SYNTHESIS.partition("### Phase 3: Password Recovery\n\n")[2].partition("\n###")[0]
NAMELESS = """\
### Security Considerations

- Hash passwords with bcrypt, cost factor 12+
"""
# What a careless synthesis would say, and the rule that finds it.
FAULTS = {
    "GP308": ("7. [ ] Create auth middleware", "17. [ ] Create auth middleware"),
    "GP306": ("6. [ ] Implement logout", "5. [ ] Implement logout"),
    "GP301": ("    - **Needs:** 9, 10", "    - **Needs:** 9, 99"),
    "GP302": ("3. [ ] Implement JWT token generation (R2)", "3. [ ] Implement JWT (R2)\n   - **Needs:** 4"),
    "GP808": ("    - **From:** Claude\n", "    - **From:** Nobody\n"),
    "GP809": ("6. [ ] Implement logout (token blacklist)", "6. [ ] Extend the session store (C3)"),
    "GP802": (RECOVERY, "9. [ ] Add a page\n10. [ ] Implement email sending\n11. [ ] Add another page\n"),
}


def brief(story: Story) -> None:
    """Chapter 1: nobody plans, and nobody is asked, before goal, requirements and current state are there."""
    ann, agent = story.ann, story.agent
    ann("new", GOAL, "--playbook", "council", "--name", "user-authentication", see="01-new")
    story.see_document("02-brief", "plans/user-authentication/brief.md")
    story.see_document("03-skeleton", PLAN)
    agent.refused("GP203", "write", "--all", "-", stdin=SYNTHESIS, see="04-plan-before-brief")
    agent.refused("GP203", "write", "current-state", "-", stdin=CURRENT_STATE)
    story.write("requirements", VAGUE)
    story.write("current-state", CURRENT_STATE)
    assert story.desk.states()["brief"] == "blocked"
    ann("check", code=1, see="05-vague")
    story.write("requirements", REQUIREMENTS, see="06-brief-complete")
    agent("resume", see="07-resume")


def hold_council(story: Story) -> None:
    """Chapter 2: all are asked at once; who lies is struck, who is absent is named, all are compared."""
    names = (*ANSWERS, ABSENT)
    panel(story, names)
    words = [word for name in names for word in ("--with", name)]
    story.agent("consult", "--with", "gemini", "--show-brief", see="08-sent-to-gemini")
    ran = story.agent("consult", *words)
    # How long each took and who ended first differ from run to run.
    story.picture("08-consulted", re.sub(r"\b\d+ s\b", "0 s", ran.out))
    assert f"{ABSENT} failed after" in ran.err
    told = story.desk.pipe("consult", *words, "--json").json()
    assert told["absent"] == [ABSENT]
    standings = {each["id"]: each["standing"] for each in told["comparison"]["claims"]}
    assert standings == {
        "C1": "evidence verified",
        "C2": "evidence verified",
        "C3": "refuted",
        "C4": "refuted",
        "C5": "not checkable",
        "C6": "evidence verified",
    }
    assert [[each["advisor"] for each in rows] for rows in told["comparison"]["variants"]] == [
        ["claude", "codex"]
    ]
    # The rest is written by hand; a model that is configured would go on with it.
    (story.desk.root.parent / "home/.config/groundplan/models.toml").unlink()
    brief = story.agent("brief").out
    assert "C3 codex [refuted, not to be used" in brief
    assert f"{ABSENT}: no answer (failed" in brief


def panel(story: Story, names: tuple[str, ...]) -> None:
    """Describe the advisors as commands of the user's own."""
    box = story.desk.root.parent / "home/panel"
    box.mkdir()
    settings = story.desk.root.parent / "home/.config/groundplan"
    settings.mkdir(parents=True, exist_ok=True)
    lines = []
    for name in names:
        script = ADVISOR.format(box=box, name=name, names=" ".join(names))
        lines.append(f"[model.{name}]\ncommand = {json.dumps(['sh', '-c', script])}\n")
    (settings / "models.toml").write_text("".join(lines), "utf-8")
    for name, told in ANSWERS.items():
        (box / f"{name}.json").write_text(json.dumps(told), "utf-8")


def synthesise(story: Story) -> None:
    """Chapter 3: running numbers, dependencies that hold, and no advice without its source."""
    ann, agent = story.ann, story.agent
    for code, (good, bad) in FAULTS.items():
        assert good in SYNTHESIS
        agent("write", "--all", "-", stdin=SYNTHESIS.replace(good, bad))
        assert code in story.desk.codes()
        ann.refused(code, "approve", "plan", see=f"08-{code}")
    agent("write", "--all", "-", stdin=SYNTHESIS, see="09-synthesised")
    assert story.desk.codes() == set()
    agent("write", "dependencies", "-", stdin=f"- Library: `passlib`\n\n{NAMELESS}")
    ann.refused("GP502", "approve", "plan", see="10-source-not-named")
    agent("write", "--all", "-", stdin=SYNTHESIS)


def approve(story: Story) -> None:
    """Chapter 4: an open question stops the approval, and only a person approves."""
    ann, agent = story.ann, story.agent
    agent("ask", "Cookies or the Authorization header for tokens?")
    ann.refused("GP204", "approve", "plan", see="11-open-question")
    ann("answer", "1", "Cookies, as Gemini says: the only client is our own page.")
    agent.refused("", "approve", "plan", says="Only a person at a terminal")
    ann("approve", "plan", typed="plan", see="12-approve")
    agent.refused("GP207", "write", "phase-1", "-", stdin="1. [ ] Something else\n")
    story.see_document("13-document", PLAN)
    ann("show", see="14-show")
    agent("resume", see="15-resume")


@pytest.mark.req("S3-01", part="nobody plans without them")
@pytest.mark.req("S3-03")
@pytest.mark.req("S3-04")
@pytest.mark.req("S3-06")
@pytest.mark.req("S3-07")
@pytest.mark.req("S3-08")
def test_a_council_plan_names_its_sources(begin: Callable[[str], Story]) -> None:
    story = begin("council")
    for chapter in (brief, hold_council, synthesise, approve):
        chapter(story)
