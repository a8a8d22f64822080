"""Use cases: one function each, typed in, typed out, no printing; the only room that changes anything.

`use_cases` is the table of them. Each folder has one subject, and imports go down:

    wire                      results as plain data
    models | setup            a model drafts or attacks; profiles, playbooks, coding agents' files
    brains                    what any brain is given, and the turn it hands in
    consult | reports         several models asked at once; what a plan comes to, for others
    views                     standing, what waits, the next command, a handover
    objections                what a reader holds against a plan
    analyst | work | conform  the planner without a model; tasks closed; a change against its plan
    talk | probes | queries   turns and decisions; commands tried out; questions about the code
    lifecycle                 begun, adopted, approved, renamed, archived
    changes                   drafted, judged, refused or saved
    plans                     which there are, and one of them opened
    workspace                 the repository a command works in
    judgement                 text held against the rules and the code
    schedule                  the tasks of a plan in their order, and drawings of them
    callers | use_cases       who calls, and what they may call

May import: planner, consult, conform, hosts, evidence, survey, code, store, markdown, models, playbooks, git,
process, rules, schedule, files, wording, plan.
"""
