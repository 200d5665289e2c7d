-- Renews any number of leases that are not over. A row that someone has locked, as a transaction does that checks its
-- lease before it commits, is passed over and tried again.
-- Answers for each claim with the lease's new end, or null, and whether the claim holds the lock all the same.
WITH due AS (
  SELECT * FROM unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[]) AS due (name, claim, first_token, lease)),
clock AS MATERIALIZED (
  SELECT ${now} AS at),
free AS (
  SELECT held.name, due.lease
  FROM ${locks} AS held JOIN due
    ON held.name = due.name AND held.part = 0 AND held.claim = due.claim AND held.first_token = due.first_token
  FOR UPDATE OF held SKIP LOCKED),
renewed AS (
  UPDATE ${locks} AS held SET changes = held.changes + 1, ends = GREATEST(held.ends, clock.at + free.lease)
  FROM free, clock
  WHERE held.name = free.name AND held.part = 0 AND held.ends > clock.at
  RETURNING held.claim, held.ends, clock.at)
SELECT due.claim, renewed.ends, clock.at, EXISTS (
    SELECT 1 FROM ${locks} AS held
    WHERE held.name = due.name AND held.part = 0 AND held.claim = due.claim
      AND held.first_token = due.first_token AND held.ends > clock.at) AS held
FROM due CROSS JOIN clock LEFT JOIN renewed ON renewed.claim = due.claim
