"""The one safe way to ask git.

May import: wording, plan.
"""
