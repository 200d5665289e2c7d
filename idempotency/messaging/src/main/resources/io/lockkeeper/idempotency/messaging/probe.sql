SELECT 1 FROM lockkeeper_inbox_failures, lockkeeper_outbox WHERE 1 = 0
