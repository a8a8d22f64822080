"""Several models side by side: advisors with a lens each, what they are sent, their jobs and answers.

An answer is data: nothing here believes it, and no advisor is shown another's.
May import: evidence, survey, code, store, markdown, models, playbooks, git, process, rules, schedule,
files, wording, plan.
"""
