"""The words of sections, composed from evidence: playbooks name a writer for each of their sections."""
