-- Bars a claim that has not come: a row that counts as absent refuses a late copy of it. A row that the
-- claim takes over just now is left alone.
INSERT INTO ${table} AS mark (
  scope, id, format, state, owner, token, attempts, fingerprint, since, lease_end, purge_at, purge_minute)
SELECT ?, ?, 1, 1, ?, clock.at, 0, '', clock.at, clock.at, 0, clock.at / 60000000 + 10
FROM (SELECT ${now} AS at) AS clock WHERE (SELECT set_config('lock_timeout', ?, true)) IS NOT NULL
ON CONFLICT (scope, id) DO UPDATE SET
  state = 1, owner = EXCLUDED.owner, attempts = 0, lease_end = EXCLUDED.lease_end, purge_at = 0,
  purge_minute = EXCLUDED.purge_minute, outcome = NULL, points = NULL, finished_at = NULL
WHERE mark.format = 1 AND (mark.purge_at <= EXCLUDED.since OR mark.state = 1 AND mark.owner = EXCLUDED.owner AND mark.attempts <= 1)
