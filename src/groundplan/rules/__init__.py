"""Rules: functions with a code, a page and tests, from a case to findings.

May import: files, wording, plan.
"""
