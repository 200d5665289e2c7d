-- Replaces the outcome of a finished key, and keeps the mark.
UPDATE ${table} SET outcome = ?
WHERE scope = ? AND id = ? AND state <> 1 AND format = 1 AND (purge_at IS NULL OR purge_at > ${now})
