-- Stores the outcome of the attempt that owns the key; one that has done so before changes nothing that counts.
UPDATE ${table} SET
  outcome = CASE WHEN state = 1 THEN ? ELSE outcome END,
  finished_at = CASE WHEN state = 1 THEN ${now} ELSE finished_at END,
  purge_at = CASE WHEN state = 1 THEN ${now} + ?::bigint ELSE purge_at END,
  purge_minute = CASE WHEN state = 1 THEN (${now} + ?::bigint) / 60000000 ELSE purge_minute END,
  points = NULL,
  lease_end = ${now},
  state = CASE WHEN state = 1 THEN ? ELSE state END
WHERE scope = ? AND id = ? AND owner = ? AND token = ? AND state IN (1, 2, 3) AND format = 1
  AND (purge_at IS NULL OR purge_at > ${now}) AND (SELECT set_config('lock_timeout', ?, true)) IS NOT NULL
