-- The columns of a table, each with what decides whether two values are the same.
SELECT table_name, column_name, data_type AS type, character_maximum_length AS longest, collation_name, '' AS engine
FROM information_schema.columns
WHERE UPPER(table_schema) = UPPER(COALESCE(?, SCHEMA())) AND UPPER(table_name) = UPPER(?)
ORDER BY ordinal_position
