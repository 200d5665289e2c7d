-- Deletes a batch of expired marks, from a time of expiry on: what earlier batches deleted is still in the index until the
-- next vacuum, and need not be read again. A mark that somebody has locked stays.
WITH old AS MATERIALIZED (
  SELECT ${columns} FROM ${table}
  WHERE ${expiry} <= (SELECT ${now}) AND ${expiry} >= ?
  ORDER BY ${expiry} LIMIT ${batch} FOR UPDATE SKIP LOCKED),
gone AS (
  DELETE FROM ${table} AS mark USING old WHERE ${same} RETURNING mark.${expiry} AS ended)
SELECT count(*) AS purged, COALESCE(max(ended), 0) AS reached FROM gone
