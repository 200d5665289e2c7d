-- Renews leases. A row that somebody has locked is passed over. Answers for each whether it is renewed, and whether the attempt owns
-- the key all the same.
WITH due AS (
  SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[])
    WITH ORDINALITY AS due (scope, id, owner, token, lease, abandoned, number)),
clock AS MATERIALIZED (
  SELECT ${now} AS at),
free AS (
  SELECT held.scope, held.id, due.lease, due.abandoned, due.number
  FROM ${table} AS held JOIN due
    ON held.scope = due.scope AND held.id = due.id AND held.owner = due.owner AND held.token = due.token
  WHERE held.state = 1 AND held.format = 1 AND (held.purge_at IS NULL OR held.purge_at > (SELECT at FROM clock))
  FOR UPDATE OF held SKIP LOCKED),
renewed AS (
  UPDATE ${table} AS held SET lease_end = clock.at + free.lease, purge_at = clock.at + free.lease + free.abandoned,
    purge_minute = (clock.at + free.lease + free.abandoned) / 60000000
  FROM free, clock
  WHERE held.scope = free.scope AND held.id = free.id
  RETURNING free.number)
SELECT due.number, renewed.number IS NOT NULL AS renewed, EXISTS (
    SELECT FROM ${table} AS held
    WHERE held.scope = due.scope AND held.id = due.id AND held.owner = due.owner AND held.token = due.token
      AND held.state = 1 AND held.format = 1 AND (held.purge_at IS NULL OR held.purge_at > clock.at)) AS owned
FROM due CROSS JOIN clock LEFT JOIN renewed ON renewed.number = due.number
