"""A whole migration, section by section: what the story writes."""

from __future__ import annotations

GOAL = "Move the job store from Redis to PostgreSQL"

OBJECTIVE = """\
- **End state:** Jobs live in table `jobs` of PostgreSQL; Redis keeps no state that is missed after a restart.
- **Problem:** A restart of Redis lost 214 queued jobs in March.
- **Beneficiaries:** Customers whose exports were lost, and the people who start them again by hand.
"""
CONSTRAINTS = """\
- **Technical limitations:** Workers poll; PostgreSQL has to answer 200 polls a second.
- **Resource constraints:** Two engineers and the existing database cluster.
- **Timeline requirements:** Before the yearly export in November.
- **Backward compatibility:** The `/jobs` API stays as it is.
"""
CRITERIA = """\
- **Measurable outcomes:** 0 jobs are lost when a server is stopped; a job starts within 2 s.
- **Acceptance criteria:** Every job of one week is in both stores with the same state.
- **Quality requirements:** `pytest tests/jobs` passes against PostgreSQL.
"""
GOAL_SECTIONS = {"goal/objective": OBJECTIVE, "goal/constraints": CONSTRAINTS, "goal/criteria": CRITERIA}

ANALYSIS = """\
## Current State Analysis

### Existing Implementation

- **Relevant code:** `jobs/store.py` pushes and pops Redis lists.
- **Data flow:** API, store, worker, result in object storage.
- **Touchpoints:** The API, three workers, the nightly clean-up.

### Technical Debt

- **Code quality issues:** The clean-up deletes keys by pattern.
- **Missing tests:** Two workers taking the same job.
- **Documentation gaps:** What the job states mean.

### Dependencies

- **Internal dependencies:** `jobs/api.py`, `jobs/worker.py`.
- **External services:** Redis 6, PostgreSQL 15.
- **Data dependencies:** Keys `job:*` and list `queue`.

## Solution Design

### Options

#### Option A: Table with SKIP LOCKED

- **Approach:** Workers select the next row for update and skip locked ones.
- **Pros:** No new service; jobs are in the backups.
- **Cons:** Polling costs the database 200 queries a second.

#### Option B: Redis with persistence

- **Approach:** Append-only file on every write.
- **Pros:** No change of code.
- **Cons:** Two stores to back up, and writes take 3 ms longer.

#### Recommendation: Option A

- **Rationale:** No job may be lost when a server is stopped, and only Option A has jobs in the backups.

### Assumptions

- The cluster has room for 200 more queries a second (history)

### Architecture

- **Component structure:** `JobStore` with one implementation per database.
- **Data models:** Table `jobs` with id, state, payload, taken_at.
- **Integration points:** `jobs/store.py` alone.

```
API ──▶ JobStore ──▶ PostgreSQL
             ▲
Worker ──────┘
```
"""

OVERVIEW = """\
### Overview
| Aspect | Current | Target |
|--------|---------|--------|
| Technology | redis-py 5 | psycopg 3 |
| Data Store | Redis 6 | PostgreSQL 15 |
| API Version | v1 | v1 |
"""
STRATEGY = """\
### Migration Strategy: Parallel Run
Both stores hold every job for a week, so their answers can be compared before anybody depends on the new one.
"""
PHASES = """\
#### Phase 1: Parallel Infrastructure
Figures: history
- T1: Deploy table `jobs` beside Redis
- T2: Write `PostgresJobStore` behind flag `JOB_STORE`
- T3: Validate the table with no traffic

```bash
# Test the store against an empty table
pytest tests/jobs --store postgres
# Returns: 0 failed
```

#### Phase 2: Shadow Mode
Figures: history
- T4: Mirror every write to PostgreSQL
- T5: Compare both stores every hour, with no user impact

```bash
# Test that both stores agree
python -m jobs.compare --since 24h
# Returns: 0 differences
```

#### Phase 3: Canary
Figures: history
- T6: Route 5% of workers to PostgreSQL
- T7: Watch the start delay closely

```bash
# Test the start delay of the canary
curl /metrics/job_start_seconds?store=postgres
# Returns: p99 < 2s
```

#### Phase 4: Full Migration
Figures: history
- T8: Route 100% of workers to PostgreSQL
- T9: Keep Redis warm for 7 days

```bash
# Test that Redis serves no job any more
redis-cli llen queue
# Returns: 0
```

#### Phase 5: Cleanup
Figures: history
- T10: Decommission Redis
- T11: Remove flag `JOB_STORE`
- T12: Update documentation

```bash
# Test that nothing speaks to Redis
grep -r redis jobs
# Returns: no lines
```
"""
DATA = """\
### Data Migration
```
Strategy: Dual Write

Steps:
1. Initial bulk migration of keys job:*
2. Continuous sync by writing to both stores
3. Final sync and cutover at night
4. Validation and reconciliation with jobs.compare
```
"""
ROLLBACK = """\
### Rollback Plan
Figures: history

```
Trigger conditions:
- Error rate > 1% for 5 minutes
- Latency p99 > 2000ms for 10 minutes
- Data inconsistency detected

Rollback steps:
1. Set JOB_STORE = redis
2. Sync delta data back to Redis
3. Investigate issues

Data recovery: Redis holds every job until phase 5; later the table is restored from the backup
```
"""
RISKS = """\
### Risks
Figures: history

| Risk | Probability | Impact | Mitigation | Class | Contingency | Alert |
|------|-------------|--------|------------|-------|-------------|-------|
| R1: Polling is slow | Medium | High | Index on state | performance | Poll every 5 s | Queries per second |
| R2: A job is taken twice | Low | High | SKIP LOCKED | technical | Run one worker | Jobs done twice |
"""
PARTS = (OVERVIEW, STRATEGY, "### Phases\n", PHASES, DATA, ROLLBACK, RISKS)
MIGRATION = "\n".join(PARTS)
