-- Stores the outcome of the attempt that owns the key.
UPDATE ${table} SET state = ?, outcome = ?, points = NULL, finished_at = ${now}, purge_at = ${now} + CAST(? AS BIGINT),
  purge_minute = (${now} + CAST(? AS BIGINT)) / 60000000
WHERE scope = ? AND id = ? AND owner = ? AND token = ? AND state = 1 AND format = 1
