-- The usual release: the claim holds the lock and nobody waits for it.
UPDATE ${locks} SET changes = changes + 1, claim = NULL, ends = ${now}
WHERE name = ? AND part = 0 AND claim = ? AND ends > ${now} AND waiting IS NULL ${bounded}
