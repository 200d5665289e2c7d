-- Adds a recovery point of the attempt that owns the key. Of two of one name the last one counts.
UPDATE ${table} SET points = CONCAT(COALESCE(points, ''), ?)
WHERE scope = ? AND id = ? AND owner = ? AND token = ? AND state = 1 AND format = 1 AND (purge_at IS NULL OR purge_at > ${now})
