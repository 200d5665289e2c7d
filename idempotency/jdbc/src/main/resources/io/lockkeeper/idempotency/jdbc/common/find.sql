-- One key, without its outcome.
SELECT id, format, state, owner, token, attempts, fingerprint, since, lease_end, finished_at, purge_at,
  OCTET_LENGTH(outcome) AS stored_bytes, ${now} AS at
FROM ${table} WHERE scope = ? AND id = ? AND format = 1 AND (purge_at IS NULL OR purge_at > ${now})
