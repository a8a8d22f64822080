"""One function per use case, typed in and typed out, without printing; the only place that changes anything.

May import: store, markdown, playbooks, git, rules, plan.
"""
