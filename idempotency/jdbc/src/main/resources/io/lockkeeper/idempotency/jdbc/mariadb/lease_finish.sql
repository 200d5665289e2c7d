-- Stores the outcome of the attempt that owns the key; one that has done so before changes nothing that counts. Assignments see what
-- those before them assigned: the state comes last.
UPDATE ${table} SET
  outcome = IF(state = 1, ?, outcome),
  finished_at = IF(state = 1, ${now}, finished_at),
  purge_at = IF(state = 1, ${now} + CAST(? AS SIGNED), purge_at),
  purge_minute = IF(state = 1, (${now} + CAST(? AS SIGNED)) DIV 60000000, purge_minute),
  points = NULL,
  lease_end = ${now},
  state = IF(state = 1, ?, state)
WHERE scope = ? AND id = ? AND owner = ? AND token = ? AND state IN (1, 2, 3) AND format = 1
  AND (purge_at IS NULL OR purge_at > ${now})
