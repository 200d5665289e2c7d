-- Renews leases that are not over. Fails at once if someone has locked one of the rows, as a transaction does that checks
-- its lease before it commits. The rows are found by their names, one by one: a scan would wait for others.
-- Without a limit, MySQL would make one of the two selections, and wait.
UPDATE (
  SELECT name, claim FROM ${locks} FORCE INDEX (PRIMARY)
  WHERE name IN (${list}) AND part = 0 AND CONCAT(claim, ' ', first_token) IN (${list})
  LIMIT 1000000 FOR UPDATE NOWAIT) AS free
STRAIGHT_JOIN ${locks} AS held FORCE INDEX (PRIMARY) ON held.name = free.name AND held.part = 0
SET held.changes = held.changes + 1, held.ends = GREATEST(held.ends, ${now} + ?)
WHERE held.claim = free.claim AND held.ends > ${now}
