"""What a person, a model or an agent who fills a plan is given, and what becomes of the turn it hands in.

May import: the folders below it in `app`.
"""
