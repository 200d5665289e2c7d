-- Completes a key by hand, under a token of its own, so that the attempt that may still run does not take this end for its own.
UPDATE ${table} SET state = 2, token = GREATEST(token + 1, ${now}), outcome = ?, points = NULL, finished_at = ${now},
  purge_at = ${now} + CAST(? AS BIGINT), purge_minute = (${now} + CAST(? AS BIGINT)) / 60000000
WHERE scope = ? AND id = ? AND token = ? AND state = 1 AND format = 1 AND (purge_at IS NULL OR purge_at > ${now})
