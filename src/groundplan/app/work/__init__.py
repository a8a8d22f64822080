"""From approval to done: what is ready, started, proven by a receipt, or waived by a person."""
