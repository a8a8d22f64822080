"""A model at work on a plan: chosen, asked in rounds, its draft judged and handed in, its attack recorded.

May import: the folders below it in `app`.
"""
