-- Frees a key whatever its state.
DELETE FROM ${table}
WHERE scope = ? AND id = ? AND token = ? AND format = 1 AND (purge_at IS NULL OR purge_at > ${now})
