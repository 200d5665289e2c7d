INSERT INTO lockkeeper_outbox (id, lane, destination, message_key, headers, payload, state, refusals, not_before, written_at)
VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, ${now})
