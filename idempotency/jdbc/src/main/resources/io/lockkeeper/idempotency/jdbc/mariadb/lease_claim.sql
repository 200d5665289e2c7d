-- Claims a key, or answers with what is there. There is no look before the insertion: above READ COMMITTED it would lock a gap,
-- and the keys of others with it.
--
-- Assignments see what those before them assigned: the first one tells the others by the format -1 that the key is claimed, the last
-- one restores it.
INSERT INTO ${table} (
  scope, id, format, state, owner, token, attempts, fingerprint, since, lease_end, purge_at, purge_minute)
VALUES (?, ?, 1, 1, ?, ${now}, 1, ?, ${now}, ${now} + CAST(? AS SIGNED), ${now} + CAST(? AS SIGNED),
  (${now} + CAST(? AS SIGNED)) DIV 60000000)
ON DUPLICATE KEY UPDATE
  format = IF(
    format = 1 AND (
      purge_at <= ${now} AND NOT (owner = VALUES(owner) AND attempts <= 0)
      OR state = 1 AND lease_end <= ${now} AND CAST(? AS SIGNED) = 1 AND fingerprint = VALUES(fingerprint)
        AND owner <> VALUES(owner)),
    -1, format),
  state = IF(format = -1, 1, state),
  owner = IF(format = -1, VALUES(owner), owner),
  token = IF(format = -1, GREATEST(token + 1, ${now}), token),
  attempts = IF(format = -1, IF(purge_at <= ${now}, 1, attempts + 1), attempts),
  fingerprint = IF(format = -1, VALUES(fingerprint), fingerprint),
  since = IF(format = -1, ${now}, since),
  lease_end = IF(format = -1, VALUES(lease_end), lease_end),
  finished_at = IF(format = -1, NULL, finished_at),
  outcome = IF(format = -1, NULL, outcome),
  points = IF(format = -1 AND purge_at <= ${now}, NULL, points),
  purge_minute = IF(format = -1, VALUES(purge_minute), purge_minute),
  purge_at = IF(format = -1, VALUES(purge_at), purge_at),
  format = IF(format = -1, 1, format)
RETURNING format, state, owner, token, attempts, fingerprint, since, lease_end, finished_at, purge_at, outcome, points, ${now} AS at
