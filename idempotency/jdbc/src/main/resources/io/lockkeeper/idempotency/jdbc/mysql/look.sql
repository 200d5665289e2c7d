-- What is in the way of a claim, which has locked it.
SELECT format, state, owner, token, attempts, fingerprint, since, lease_end, finished_at, purge_at, outcome, ${now} AS at
FROM ${table} WHERE scope = ? AND id = ? AND (format <> 1 OR purge_at IS NULL OR purge_at > ${now}) FOR UPDATE
