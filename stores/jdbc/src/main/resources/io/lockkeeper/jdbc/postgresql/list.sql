-- Reads the locks that are held, waited for, or of a format of another release, and whose names begin with a text.
SELECT locks.*, clock.at
FROM ${locks} AS locks CROSS JOIN (SELECT ${now} AS at) AS clock
WHERE part = 0 AND (format <> 1 OR capacity <> 1 OR (claim IS NOT NULL AND ends > clock.at) OR waiting IS NOT NULL)
  AND starts_with(COALESCE(long_name, name), ?)
ORDER BY COALESCE(long_name, name)
LIMIT ?
