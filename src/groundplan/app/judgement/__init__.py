"""Text judged: a plan by the rules, any Markdown by what the code says. Nothing here writes.

May import: the folders below it in `app`.
"""
