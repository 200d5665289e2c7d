-- The usual attempt of one who may have to wait: as claim, which costs less where nobody else wants the lock.
-- Answers with the row as it is then, or if the lock was not free for the taking, with the row as it was when the statement
-- began: good enough to be written back if nobody changed it since, but not to say that this claim holds the lock.
WITH taken AS (
${part:take}
RETURNING held.*)
SELECT taken.*, since AS at, false AS contended FROM taken
UNION ALL
SELECT locks.*, ${now}, waiting IS NOT NULL FROM ${locks} AS locks
WHERE name = ? AND part = 0 AND claim IS DISTINCT FROM ? AND NOT EXISTS (SELECT FROM taken)
