-- Marks a key in this transaction, or answers with what is there. It looks first: a repeat writes nothing and locks nothing.
-- Answers with no row if there is a row that this statement does not see: then it is sent again.
--
-- The gate is an advisory lock that ends with the transaction. Whoever has it is the only one that inserts the mark, so nobody
-- waits for a transaction that has inserted it: the answer is 'busy'.
WITH wish AS MATERIALIZED (
  SELECT ?::text AS scope, ?::text AS id, ?::text AS owner, ?::text AS fingerprint, ?::bigint AS retention,
    ?::bigint AS gate, ${now} AS at),
seen AS MATERIALIZED (
  SELECT known.* FROM wish, ${table} AS known
  WHERE known.scope = wish.scope AND known.id = wish.id
    AND (known.format <> 1 OR known.purge_at IS NULL OR known.purge_at > wish.at)),
gate AS MATERIALIZED (
  SELECT pg_try_advisory_xact_lock(wish.gate # ('${table}'::regclass::oid::bigint)) AS opened
  FROM wish WHERE NOT EXISTS (SELECT FROM seen)),
made AS (
  INSERT INTO ${table} AS mark (
    scope, id, format, state, owner, token, attempts, fingerprint, since, lease_end, purge_at, purge_minute)
  SELECT wish.scope, wish.id, 1, 1, wish.owner, wish.at, 1, wish.fingerprint, wish.at, wish.at,
    wish.at + wish.retention, (wish.at + wish.retention) / 60000000
  FROM wish, gate WHERE gate.opened
  ON CONFLICT (scope, id) DO UPDATE SET
    state = 1,
    owner = EXCLUDED.owner,
    token = GREATEST(mark.token + 1, EXCLUDED.token),
    attempts = 1,
    fingerprint = EXCLUDED.fingerprint,
    since = EXCLUDED.since,
    lease_end = EXCLUDED.lease_end,
    finished_at = NULL,
    purge_at = EXCLUDED.purge_at,
    purge_minute = EXCLUDED.purge_minute,
    outcome = NULL,
    points = NULL
  WHERE mark.format = 1 AND mark.purge_at <= EXCLUDED.since
  RETURNING token)
SELECT 'made' AS answer, 1 AS format, 1 AS state, '' AS owner, token, 1 AS attempts, '' AS fingerprint,
  0::bigint AS since, 0::bigint AS lease_end, NULL::bigint AS finished_at, NULL::bigint AS purge_at,
  NULL::bytea AS outcome, 0::bigint AS at
FROM made
UNION ALL
SELECT 'seen', format, state, seen.owner, token, attempts, seen.fingerprint, since, lease_end, finished_at, purge_at, outcome, at
FROM seen, wish
UNION ALL
SELECT 'busy', 1, 1, '', 0, 1, '', 0, 0, NULL, NULL, NULL, 0 FROM gate WHERE NOT opened
