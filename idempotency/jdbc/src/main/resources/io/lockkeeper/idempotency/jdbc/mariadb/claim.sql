-- Marks a key in this transaction, or answers with what is there. There is no look before the insertion: above READ COMMITTED
-- it would lock a gap, and the keys of others with it.
--
-- Assignments see what those before them assigned: purge_at, which tells whether the row counts as absent, comes last.
INSERT INTO ${table} (
  scope, id, format, state, owner, token, attempts, fingerprint, since, lease_end, purge_at, purge_minute)
VALUES (?, ?, 1, 1, ?, ${now}, 1, ?, ${now}, ${now}, ${now} + CAST(? AS SIGNED), (${now} + CAST(? AS SIGNED)) DIV 60000000)
ON DUPLICATE KEY UPDATE
  state = IF(format = 1 AND purge_at <= ${now}, 1, state),
  owner = IF(format = 1 AND purge_at <= ${now}, VALUES(owner), owner),
  token = IF(format = 1 AND purge_at <= ${now}, GREATEST(token + 1, ${now}), token),
  attempts = IF(format = 1 AND purge_at <= ${now}, 1, attempts),
  fingerprint = IF(format = 1 AND purge_at <= ${now}, VALUES(fingerprint), fingerprint),
  since = IF(format = 1 AND purge_at <= ${now}, ${now}, since),
  lease_end = IF(format = 1 AND purge_at <= ${now}, ${now}, lease_end),
  finished_at = IF(format = 1 AND purge_at <= ${now}, NULL, finished_at),
  outcome = IF(format = 1 AND purge_at <= ${now}, NULL, outcome),
  points = IF(format = 1 AND purge_at <= ${now}, NULL, points),
  purge_minute = IF(format = 1 AND purge_at <= ${now}, VALUES(purge_minute), purge_minute),
  purge_at = IF(format = 1 AND purge_at <= ${now}, VALUES(purge_at), purge_at)
RETURNING format, state, owner, token, attempts, fingerprint, since, lease_end, finished_at, purge_at, outcome, ${now} AS at
