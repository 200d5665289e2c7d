-- Bars a claim that has not come: a row that counts as absent refuses a late copy of it. A row that the
-- claim takes over just now is left alone. Assignments see what those before them assigned: the first one tells the others by the format
-- -1 that the row is barred, the last one restores it.
INSERT INTO ${table} (
  scope, id, format, state, owner, token, attempts, fingerprint, since, lease_end, purge_at, purge_minute)
VALUES (?, ?, 1, 1, ?, ${now}, 0, '', ${now}, ${now}, 0, ${now} DIV 60000000 + 10)
ON DUPLICATE KEY UPDATE
  format = IF(format = 1 AND (purge_at <= ${now} OR state = 1 AND owner = VALUES(owner) AND attempts <= 1), -1, format),
  state = IF(format = -1, 1, state),
  owner = IF(format = -1, VALUES(owner), owner),
  attempts = IF(format = -1, 0, attempts),
  lease_end = IF(format = -1, ${now}, lease_end),
  finished_at = IF(format = -1, NULL, finished_at),
  outcome = IF(format = -1, NULL, outcome),
  points = IF(format = -1, NULL, points),
  purge_minute = IF(format = -1, VALUES(purge_minute), purge_minute),
  purge_at = IF(format = -1, 0, purge_at),
  format = IF(format = -1, 1, format)
