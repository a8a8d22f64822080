"""A whole roadmap, section by section: what the story writes, first as a draft with faults, then without."""

from __future__ import annotations

GOAL = "Move authentication from sessions to JWT"

OBJECTIVE = """\
- **End state:** Every request is authenticated by a JWT; no service reads the session table.
- **Problem:** Sessions live in one database, so each new service needs a connection to it.
- **Beneficiaries:** The teams that split services off, and users who stay logged in during deployments.
"""
CONSTRAINTS = """\
- **Technical limitations:** The API gateway reads cookies only until its next version.
- **Resource constraints:** Two backend engineers, one frontend engineer.
- **Timeline requirements:** Before the contract of the session database ends in week 12.
- **Backward compatibility:** Session cookies go on working for 30 days.
"""
CRITERIA = """\
- **Measurable outcomes:** Token refresh completes in < 100 ms.
- **Acceptance criteria:** All endpoints accept JWT authentication.
- **Quality requirements:** 90 % test coverage of the new code.
"""
GOAL_SECTIONS = {"goal/objective": OBJECTIVE, "goal/constraints": CONSTRAINTS, "goal/criteria": CRITERIA}

ANALYSIS = """\
## Current State Analysis

### Existing Implementation

- **Relevant code:** `auth/sessions.py` sets the cookie; `auth/middleware.py` looks the session up.
- **Data flow:** Cookie, middleware, session table, user.
- **Touchpoints:** All protected routes, the frontend's login page, the mobile app.
- **Test coverage:** Login and logout; expired sessions are covered by nothing, Phase 1 adds them.

### Technical Debt

- **Code quality issues:** 14 routes look the session up themselves.
- **Missing tests:** Expired sessions.
- **Documentation gaps:** How logout on all devices works.

### Dependencies

- **Internal dependencies:** API gateway, frontend SDK, mobile app.
- **External services:** Redis, for the token blacklist.
- **Data dependencies:** Table `sessions`.

## Solution Design

### Options

#### Option A: JWT behind a feature flag

- **Approach:** Both ways are accepted; `USE_JWT_AUTH` says which one is issued.
- **Pros:** Taken back by one switch, without a deployment.
- **Cons:** Two ways to maintain for 30 days.

#### Option B: JWT in one release

- **Approach:** Sessions are removed in the release that brings tokens.
- **Pros:** One way at any time.
- **Cons:** Every user is logged out, and the way back is another release.

#### Recommendation: Option A

- **Rationale:** Session cookies have to work for 30 days, and only Option A lets them.

### Assumptions

- The gateway forwards the `Authorization` header unchanged (person)

### Architecture

- **Component structure:** The auth service issues tokens; the gateway validates them.
- **Data models:** Claims `sub`, `exp` and `scope`; refresh tokens in Redis.
- **Integration points:** Login, refresh, gateway middleware.

```
Client ──▶ API Gate ──▶ Services
  │           │ Validate
  │           ▼
  └────▶ Auth Service
```
"""

PHASE_0 = """\
## Phase 0: Preparation (Week 1)

Figures: history

### Tasks
| Task | Owner | Dependencies | Effort | Content |
|------|-------|--------------|--------|---------|
| Set up JWT library | Backend | None | S | infrastructure |
| Create feature flag | Platform | None | XS | feature flag, rollback |
| Design token schema | Backend | None | S | |
| Update API docs draft | Docs | Token schema | M | |

### Deliverables
- JWT signing infrastructure ready
- Feature flag `USE_JWT_AUTH` deployed
- Token schema documented

### Risks
| Risk | Probability | Impact | Mitigation | Class | Contingency | Alert |
|------|-------------|--------|------------|-------|-------------|-------|
| Library security issues | Low | High | Audit selected library | security | Pin an older version | CVE feed |

### Verification
```bash
# Test the flag
curl /api/v2/flags/USE_JWT_AUTH
# Returns: { "enabled": false }
```
"""
PHASE_1 = """\
## Phase 1: Core Implementation (Week 2-3)

Figures: history

### Tasks
| Task | Owner | Dependencies | Effort | Content |
|------|-------|--------------|--------|---------|
| Implement token generation | Backend | Phase 0 | M | |
| Implement token validation | Backend | Phase 0 | M | |
| Add refresh endpoint | Backend | Token generation | M | |
| Create auth middleware | Backend | Token validation | M | |
| Unit tests | Backend | All above | M | tests |

### Architecture
```
┌─────────────┐     ┌─────────────┐     ┌─────────────┐
│   Client    │────▶│  API Gate   │────▶│  Services   │
└─────────────┘     └─────────────┘     └─────────────┘
       │                   │
       │ JWT Token         │ Validate
       │                   ▼
       │            ┌─────────────┐
       └───────────▶│ Auth Service│
                    └─────────────┘
```

### Deliverables
- Token generation working
- Token validation working
- Refresh flow implemented
- 90% test coverage

### Risks
| Risk | Probability | Impact | Mitigation | Class | Contingency | Alert |
|------|-------------|--------|------------|-------|-------------|-------|
| Clocks differ | Medium | Medium | Allow 30 s of leeway | technical | Raise it | Tokens rejected |

### Verification
```bash
# Test token generation
curl -X POST /api/v2/auth/login -d '{"email":"..."}'
# Returns: { "token": "eyJ...", "refresh": "..." }

# Test token validation
curl -H "Authorization: Bearer eyJ..." /api/v2/me
# Returns: { "user": {...} }

# Test refresh
curl -X POST /api/v2/auth/refresh -d '{"refresh":"..."}'
# Returns: { "token": "eyJ...", "refresh": "..." }
```
"""
PHASE_2 = """\
## Phase 2: Integration (Week 4)

Figures: history

### Tasks
| Task | Owner | Dependencies | Effort | Content |
|------|-------|--------------|--------|---------|
| Update all protected routes | Backend | Phase 1 | L | |
| Update frontend auth | Frontend | Phase 1 | L | |
| Integration tests | QA | Routes updated | M | tests |

### Migration Strategy
```
1. Deploy with feature flag OFF
2. Enable for internal users (1 day)
3. Enable for 5% of users (3 days)
4. Enable for 50% of users (3 days)
5. Enable for 100% of users
6. Deprecate session auth (30 days)
```

### Deliverables
- All routes support JWT
- Frontend uses new auth
- Tests of all routes in `tests/integration/` (new)

### Risks
| Risk | Probability | Impact | Mitigation | Class | Contingency | Alert |
|------|-------------|--------|------------|-------|-------------|-------|
| Mobile app lags | High | Medium | Sessions work 30 days | integration | Extend the 30 days | Old logins |

### Verification
```bash
# Test every protected route with a token
pytest tests/integration
# Returns: 0 failed
```
"""
PHASE_3 = """\
## Phase 3: Polish (Week 5)

Figures: history

### Tasks
| Task | Owner | Dependencies | Effort | Content |
|------|-------|--------------|--------|---------|
| Load testing | SRE | Integration tests | M | |
| Publish API docs | Docs | Phase 2 | S | documentation |

### Deliverables
- Performance validated
- Staged rollout ready

### Risks
| Risk | Probability | Impact | Mitigation | Class | Contingency | Alert |
|------|-------------|--------|------------|-------|-------------|-------|
| Refresh is slow under load | Medium | High | Load test | performance | Add a replica | Refresh latency |

### Verification
```bash
# Test refresh under load
k6 run load/refresh.js
# Returns: p99 < 100ms
```
"""
PHASE_4 = """\
## Phase 4: Rollout (Week 6-7)

Figures: history

### Tasks
| Task | Owner | Dependencies | Effort | Content |
|------|-------|--------------|--------|---------|
| Staged deployment | Platform | Phase 3 | M | |
| Feedback collection | Support | All above | S | feedback |
| Remove session auth | Backend | All above | S | |

### Rollout Schedule
| Day | Action | Rollback Trigger |
|-----|--------|------------------|
| 1 | Internal users | Any auth failure |
| 2-4 | 5% users | Error rate > 0.1% |
| 5-7 | 50% users | Error rate > 0.05% |
| 8+ | 100% users | Error rate > 0.01% |

### Monitoring
```
Alerts to configure:
- JWT validation failures > 10/min
- Token refresh latency p99 > 500ms
- Auth error rate > 0.1%
```

### Rollback Plan
```
Trigger: Auth error rate > 0.5% for 5 minutes

Steps:
1. Set feature flag USE_JWT_AUTH = false
2. Users automatically fall back to sessions
3. Investigate and fix
4. Restart rollout

Data recovery: No data migration needed
```

### Deliverables
- All users authenticate by token

### Risks
| Risk | Probability | Impact | Mitigation | Class | Contingency | Alert |
|------|-------------|--------|------------|-------|-------------|-------|
| Redis is down | Low | High | Two replicas | technical | Accept tokens without the blacklist | Redis health |

### Verification
```bash
# Test that no session is issued any more
curl /metrics/session_logins
# Returns: 0
```
"""
AROUND = """\
## Dependencies

### Internal
- API Gateway update (Platform team)
- Frontend SDK update (Frontend team)
- Mobile app update (Mobile team)

### External
- JWT library: jsonwebtoken@9.x
- Redis for token blacklist

---

## Deprecation

Figures: history

| Deprecated | Until | Removed by |
|------------|-------|------------|
| Session cookies | 30 days after 100% rollout | Remove session auth |

## Timeline Summary

Figures: history

```
Week 1: Preparation
Week 2-3: Core Implementation
Week 4: Integration
Week 5: Polish
Week 6-7: Rollout
Week 8+: Deprecation period
```

### Milestones

Figures: history

| Milestone | Date | Status |
|-----------|------|--------|
| Infra ready | Week 1 | 🔲 |
| Core complete | Week 3 | 🔲 |
| Integration done | Week 4 | 🔲 |
| 100% rollout | Week 7 | 🔲 |
| Session deprecated | Week 12 | 🔲 |
"""
SUMMARY = """\
### Executive Summary
Migrate from session-based to JWT authentication to support microservices and improve scalability.

### Goals
1. Replace session cookies with JWT tokens
2. Enable stateless authentication
3. Support token refresh without re-login
4. Maintain backward compatibility for 30 days

### Success Criteria
- [ ] All endpoints accept JWT authentication
- [ ] Session auth still works during transition
- [ ] Token refresh completes < 100ms
- [ ] Zero authentication-related incidents
"""
PARTS = (SUMMARY, PHASE_0, PHASE_1, PHASE_2, PHASE_3, PHASE_4, AROUND)
ROADMAP = "\n---\n\n".join(PARTS)
