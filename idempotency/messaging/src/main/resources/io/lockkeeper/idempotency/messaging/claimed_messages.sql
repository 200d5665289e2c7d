-- The first messages of the claimed lanes.
SELECT seq, id, lane, destination, message_key, headers, payload, refusals FROM lockkeeper_outbox
WHERE state = 0 AND lane IN (${values}) ORDER BY seq LIMIT ?
