"""Council: a brief first, then one plan out of several advisors' answers, with every source named."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
ANSWERS = {
    "claude": """\
Approach: JWT with refresh tokens, issued by the API itself
Top risk: a refresh token that leaks is good for weeks

`src/main.py` exists. There are no tests for `src/main.py`.

1. Users, sessions and OAuth identities are three tables
""",
    "codex": """\
Approach: JWT and refresh tokens in the API
Top risk: the order of migrations

There is a session store in `src/sessions.py`. The project depends on `authlib`. `src/main.py` exists.

1. Add the user model
2. Add the endpoints
""",
    "gemini": """\
Approach: Short-lived tokens in secure cookies behind a gateway
Top risk: passwords hashed too cheaply

Hash passwords with bcrypt, cost factor 12 and more.
""",
}
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
    """What the advisors answered is checked, compared and recorded before anybody writes from it."""
    for name, text in ANSWERS.items():
        (story.desk.root / f"{name}.md").write_text(text, "utf-8")
    files = [f"{name}.md" for name in ANSWERS]
    story.agent("compare", *files, "--save", see="08-compared")
    for file in files:
        (story.desk.root / file).unlink()


def synthesise(story: Story) -> None:
    """Chapter 2: running numbers, dependencies that hold, and no advice without its source."""
    ann, agent = story.ann, story.agent
    hold_council(story)
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
    """Chapter 3: an open question stops the approval, and only a person approves."""
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
@pytest.mark.req("S3-04")
@pytest.mark.req("S3-06")
@pytest.mark.req("S3-08")
def test_a_council_plan_names_its_sources(begin: Callable[[str], Story]) -> None:
    story = begin("council")
    for chapter in (brief, synthesise, approve):
        chapter(story)
