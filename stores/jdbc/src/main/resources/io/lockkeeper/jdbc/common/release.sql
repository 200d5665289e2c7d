-- The usual release: the claim holds the lock and nobody waits for it.
UPDATE ${locks} SET changes = changes + 1, claim = NULL
WHERE name = ? AND claim = ? AND ends > ${now} AND waiting IS NULL
