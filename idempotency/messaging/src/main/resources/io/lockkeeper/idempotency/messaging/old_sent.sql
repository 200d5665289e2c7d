SELECT seq FROM lockkeeper_outbox WHERE state = 1 AND sent_at <= ${now} - ? ORDER BY seq LIMIT ? FOR UPDATE SKIP LOCKED
