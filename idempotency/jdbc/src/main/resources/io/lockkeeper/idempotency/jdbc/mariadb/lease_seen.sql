-- What is committed, without a lock, purged or not. At READ UNCOMMITTED it might not be committed: nothing is seen then, and who
-- changes the row finds out.
SELECT format, state, owner, token, attempts, fingerprint, since, lease_end, finished_at, purge_at, outcome, points, ${now} AS at
FROM ${table} WHERE scope = ? AND id = ? AND @@tx_isolation <> 'READ-UNCOMMITTED'
