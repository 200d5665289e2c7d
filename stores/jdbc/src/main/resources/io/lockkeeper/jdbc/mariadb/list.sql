-- Reads the locks that are held, waited for, or of a format of another release, and whose names begin with a text.
SELECT locks.*, ${now} AS at
FROM ${locks} AS locks
WHERE part = 0 AND (format <> 1 OR capacity <> 1 OR (claim IS NOT NULL AND ends > ${now}) OR waiting IS NOT NULL)
  AND LOCATE(CAST(? AS BINARY), COALESCE(long_name, name)) = 1
ORDER BY COALESCE(long_name, name)
LIMIT ?
