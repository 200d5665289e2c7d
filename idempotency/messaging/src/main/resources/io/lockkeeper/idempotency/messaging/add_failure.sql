-- A count whose retention is over counts as absent. MariaDB assigns from left to right: the time, which decides, comes last.
UPDATE lockkeeper_inbox_failures
SET failures = CASE WHEN purge_at > ${now} THEN failures + 1 ELSE 1 END, purge_at = ${now} + ?
WHERE scope = ? AND id = ?
