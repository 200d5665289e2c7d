-- What is committed, purged or not.
SELECT format, state, owner, token, attempts, fingerprint, since, lease_end, finished_at, purge_at, outcome, points, ${now} AS at
FROM ${table} WHERE scope = ? AND id = ?
