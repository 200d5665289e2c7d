UPDATE lockkeeper_outbox SET state = 0, refusals = 0, not_before = 0 WHERE id = ? AND state = 2
