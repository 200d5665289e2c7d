-- State 2: set aside.
UPDATE lockkeeper_outbox SET refusals = refusals + 1, not_before = ${now} + ?, state = ?, refusal = ? WHERE seq = ?
