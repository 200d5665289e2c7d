-- Bars a claim that has not come: a row that counts as absent refuses a late copy of it. A row that the
-- claim takes over just now is left alone. Assignments see what those before them assigned: the first one tells the others by the format
-- -1 that the row is barred, the last one restores it.
INSERT INTO ${table} (
  scope, id, format, state, owner, token, attempts, fingerprint, since, lease_end, purge_at, purge_minute)
VALUES (?, ?, 1, 1, ?, ${now}, 0, '', ${now}, ${now}, 0, ${now} DIV 60000000 + 10) AS wish
ON DUPLICATE KEY UPDATE
  ${table}.format = IF(${table}.format = 1
    AND (${table}.purge_at <= ${now} OR ${table}.state = 1 AND ${table}.owner = wish.owner
      AND ${table}.attempts <= 1), -1, ${table}.format),
  ${table}.state = IF(${table}.format = -1, 1, ${table}.state),
  ${table}.owner = IF(${table}.format = -1, wish.owner, ${table}.owner),
  ${table}.attempts = IF(${table}.format = -1, 0, ${table}.attempts),
  ${table}.lease_end = IF(${table}.format = -1, ${now}, ${table}.lease_end),
  ${table}.finished_at = IF(${table}.format = -1, NULL, ${table}.finished_at),
  ${table}.outcome = IF(${table}.format = -1, NULL, ${table}.outcome),
  ${table}.points = IF(${table}.format = -1, NULL, ${table}.points),
  ${table}.purge_minute = IF(${table}.format = -1, wish.purge_minute, ${table}.purge_minute),
  ${table}.purge_at = IF(${table}.format = -1, 0, ${table}.purge_at),
  ${table}.format = IF(${table}.format = -1, 1, ${table}.format)
