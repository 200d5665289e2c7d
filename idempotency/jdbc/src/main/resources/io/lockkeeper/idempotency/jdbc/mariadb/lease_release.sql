-- Frees the key of the attempt that owns it: the row counts as absent, keeps its token until it is purged, and refuses a late copy
-- of the claim. An attempt that has done so before does so again.
UPDATE ${table} SET purge_at = 0, purge_minute = ${now} DIV 60000000 + 10, lease_end = ${now}, points = NULL, attempts = -ABS(attempts)
WHERE scope = ? AND id = ? AND owner = ? AND token = ? AND state = 1 AND format = 1
