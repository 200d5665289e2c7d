-- Claims a key, or answers with what is there. It looks first: a claim of a key that is held or finished writes and locks nothing.
-- Answers with no row if there is a row that this statement does not see: then it is sent again.
--
-- The gate is the advisory lock that a transaction takes that marks the key. Claims share it, so that they exclude no other claim.
WITH wish AS MATERIALIZED (
  SELECT ?::text AS scope, ?::text AS id, ?::text AS owner, ?::text AS fingerprint, ?::bigint AS lease, ?::bigint AS abandoned,
    ?::boolean AS takes_over, ?::bigint AS gate, set_config('lock_timeout', ?, true) AS patience, ${now} AS at),
seen AS MATERIALIZED (
  SELECT known.*, wish.at, known.format = 1 AND COALESCE(
      known.purge_at <= wish.at AND NOT (known.owner = wish.owner AND known.attempts <= 0)
      OR known.state = 1 AND known.lease_end <= wish.at AND wish.takes_over
        AND known.fingerprint = wish.fingerprint AND known.owner <> wish.owner, false) AS free
  FROM wish, ${table} AS known WHERE known.scope = wish.scope AND known.id = wish.id),
gate AS MATERIALIZED (
  SELECT pg_try_advisory_xact_lock_shared(wish.gate # ('${table}'::regclass::oid::bigint)) AS opened
  FROM wish WHERE NOT EXISTS (SELECT FROM seen WHERE NOT seen.free)),
made AS (
  INSERT INTO ${table} AS mark (
    scope, id, format, state, owner, token, attempts, fingerprint, since, lease_end, purge_at, purge_minute)
  SELECT wish.scope, wish.id, 1, 1, wish.owner, wish.at, 1, wish.fingerprint, wish.at, wish.at + wish.lease,
    wish.at + wish.lease + wish.abandoned, (wish.at + wish.lease + wish.abandoned) / 60000000
  FROM wish, gate WHERE gate.opened
  ON CONFLICT (scope, id) DO UPDATE SET
    state = 1,
    owner = EXCLUDED.owner,
    token = GREATEST(mark.token + 1, EXCLUDED.token),
    attempts = CASE WHEN mark.purge_at <= EXCLUDED.since THEN 1 ELSE mark.attempts + 1 END,
    fingerprint = EXCLUDED.fingerprint,
    since = EXCLUDED.since,
    lease_end = EXCLUDED.lease_end,
    finished_at = NULL,
    purge_at = EXCLUDED.purge_at,
    purge_minute = EXCLUDED.purge_minute,
    outcome = NULL,
    points = CASE WHEN mark.purge_at <= EXCLUDED.since THEN NULL ELSE mark.points END
  WHERE mark.format = 1 AND (
    mark.purge_at <= EXCLUDED.since AND NOT (mark.owner = EXCLUDED.owner AND mark.attempts <= 0)
    OR mark.state = 1 AND mark.lease_end <= EXCLUDED.since AND (SELECT takes_over FROM wish)
      AND mark.fingerprint = EXCLUDED.fingerprint AND mark.owner <> EXCLUDED.owner)
  RETURNING *)
SELECT 'made' AS answer, format, state, owner, token, attempts, fingerprint, since, lease_end, finished_at, purge_at,
  outcome, points, since AS at
FROM made
UNION ALL
SELECT 'seen', format, state, owner, token, attempts, fingerprint, since, lease_end, finished_at, purge_at, outcome, points, at
FROM seen WHERE NOT free
UNION ALL
SELECT 'busy', 1, 1, '', 0, 1, '', 0, 0, NULL, NULL, NULL, NULL, 0 FROM gate WHERE NOT opened
