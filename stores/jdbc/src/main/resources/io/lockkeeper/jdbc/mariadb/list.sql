-- Reads the locks that are held or waited for and whose names begin with a text.
SELECT locks.*, ${now} AS at
FROM ${locks} AS locks
WHERE ((claim IS NOT NULL AND ends > ${now}) OR waiting IS NOT NULL)
  AND LOCATE(CAST(? AS BINARY), COALESCE(long_name, name)) = 1
ORDER BY COALESCE(long_name, name)
LIMIT ?
