"""From an entry point along its calls to the storage or network call it ends in, each step cited."""
