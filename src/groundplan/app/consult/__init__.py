"""Several models asked about a plan at once: what they are sent, asking, fetching, recording."""
