-- Marks a key in this transaction. Answers with its token as the last insert id, or with 0 if there is another mark: then it
-- has locked that one, and the look reads it.
--
-- Assignments see what those before them assigned: purge_at, which tells whether the row counts as absent, comes last.
INSERT INTO ${table} (
  scope, id, format, state, owner, token, attempts, fingerprint, since, lease_end, purge_at, purge_minute)
VALUES (?, ?, 1, 1, ?, LAST_INSERT_ID(${now}), 1, ?, ${now}, ${now}, ${now} + CAST(? AS SIGNED),
  (${now} + CAST(? AS SIGNED)) DIV 60000000) AS wish
ON DUPLICATE KEY UPDATE
  ${table}.state = IF(${table}.format = 1 AND ${table}.purge_at <= ${now}, 1, ${table}.state),
  ${table}.owner = IF(${table}.format = 1 AND ${table}.purge_at <= ${now}, wish.owner, ${table}.owner),
  ${table}.token = IF(${table}.format = 1 AND ${table}.purge_at <= ${now},
    LAST_INSERT_ID(GREATEST(${table}.token + 1, ${now})), ${table}.token + LAST_INSERT_ID(0)),
  ${table}.attempts = IF(${table}.format = 1 AND ${table}.purge_at <= ${now}, 1, ${table}.attempts),
  ${table}.fingerprint = IF(${table}.format = 1 AND ${table}.purge_at <= ${now}, wish.fingerprint, ${table}.fingerprint),
  ${table}.since = IF(${table}.format = 1 AND ${table}.purge_at <= ${now}, ${now}, ${table}.since),
  ${table}.lease_end = IF(${table}.format = 1 AND ${table}.purge_at <= ${now}, ${now}, ${table}.lease_end),
  ${table}.finished_at = IF(${table}.format = 1 AND ${table}.purge_at <= ${now}, NULL, ${table}.finished_at),
  ${table}.outcome = IF(${table}.format = 1 AND ${table}.purge_at <= ${now}, NULL, ${table}.outcome),
  ${table}.points = IF(${table}.format = 1 AND ${table}.purge_at <= ${now}, NULL, ${table}.points),
  ${table}.purge_minute = IF(${table}.format = 1 AND ${table}.purge_at <= ${now}, wish.purge_minute, ${table}.purge_minute),
  ${table}.purge_at = IF(${table}.format = 1 AND ${table}.purge_at <= ${now}, wish.purge_at, ${table}.purge_at)
