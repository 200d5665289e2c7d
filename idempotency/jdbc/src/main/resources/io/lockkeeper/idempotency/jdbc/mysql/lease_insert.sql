-- Claims a key of which there is no row. Answers with its token as the last insert id.
INSERT INTO ${table} (
  scope, id, format, state, owner, token, attempts, fingerprint, since, lease_end, purge_at, purge_minute)
VALUES (?, ?, 1, 1, ?, LAST_INSERT_ID(${now}), 1, ?, ${now}, ${now} + CAST(? AS SIGNED), ${now} + CAST(? AS SIGNED),
  (${now} + CAST(? AS SIGNED)) DIV 60000000)
