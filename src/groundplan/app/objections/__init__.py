"""What a reader holds against a plan: the brief for that reader, objections recorded, checked, answered.

May import: the folders below it in `app`.
"""
