-- Renews leases that are not over. Fails at once if someone has locked one of the rows, as a transaction does that checks
-- its lease before it commits.
MERGE INTO ${locks} AS held
USING (
  SELECT name, claim FROM ${locks} WHERE name IN (${list}) AND part = 0 AND CONCAT(claim, ' ', first_token) IN (${list})
  FOR UPDATE NOWAIT) AS free
ON held.name = free.name AND held.part = 0
WHEN MATCHED AND held.claim = free.claim AND held.ends > ${now}
THEN UPDATE SET changes = held.changes + 1, ends = GREATEST(held.ends, ${now} + CAST(? AS BIGINT))
