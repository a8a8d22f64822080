"""Where a goal goes: ranks the files and regions of a repository for a goal, with reasons, no model."""
