-- What clients sent and what did not end in an error, as the extension counts it, except for the ends of transactions: it
-- misses those that are prepared, as the driver's are. Each beginning counts for an end.
SELECT coalesce(sum(CASE WHEN query LIKE 'BEGIN%' THEN 2 * calls WHEN query IN ('COMMIT', 'ROLLBACK') THEN 0 ELSE calls END), 0)
  AS statements
FROM pg_stat_statements;
