-- Claims a key of which there is no row. Answers with its token.
SELECT token FROM FINAL TABLE (
INSERT INTO ${table} (
  scope, id, format, state, owner, token, attempts, fingerprint, since, lease_end, purge_at, purge_minute)
VALUES (?, ?, 1, 1, ?, ${now}, 1, ?, ${now}, ${now} + CAST(? AS BIGINT), ${now} + CAST(? AS BIGINT),
  (${now} + CAST(? AS BIGINT)) / 60000000))
