-- What is committed, or this transaction's own, without a lock. Nothing is decided by its absence.
SELECT format, state, owner, token, attempts, fingerprint, since, lease_end, finished_at, purge_at, outcome, ${now} AS at
FROM ${table} WHERE scope = ? AND id = ? AND (format <> 1 OR purge_at IS NULL OR purge_at > ${now})
