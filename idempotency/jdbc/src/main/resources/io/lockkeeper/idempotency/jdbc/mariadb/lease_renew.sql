-- Renews leases. A row that somebody has locked is passed over. The rows are found by their keys, one by one: a scan would wait for
-- others. Without a limit, MySQL would make one of the selections, and wait.
UPDATE (
  SELECT mine.scope, mine.id, due.lease, due.abandoned
  FROM (${due}) AS due
  STRAIGHT_JOIN ${table} AS mine FORCE INDEX (PRIMARY) ON mine.scope = due.scope AND mine.id = due.id
  WHERE CAST(mine.owner AS BINARY) = CAST(due.owner AS BINARY) AND mine.token = due.token AND mine.state = 1 AND mine.format = 1
    AND (mine.purge_at IS NULL OR mine.purge_at > ${now})
  LIMIT 1000000 FOR UPDATE SKIP LOCKED) AS free
STRAIGHT_JOIN ${table} AS held FORCE INDEX (PRIMARY) ON held.scope = free.scope AND held.id = free.id
SET held.lease_end = ${now} + free.lease, held.purge_at = ${now} + free.lease + free.abandoned,
  held.purge_minute = (${now} + free.lease + free.abandoned) DIV 60000000
