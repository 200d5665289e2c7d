-- The columns of a table's unique indexes; null for an index on something else than whole columns.
SELECT index_name AS index_name, IF(sub_part IS NULL, column_name, NULL) AS column_name
FROM information_schema.statistics
WHERE non_unique = 0 AND table_schema = COALESCE(?, DATABASE()) AND table_name = ?
