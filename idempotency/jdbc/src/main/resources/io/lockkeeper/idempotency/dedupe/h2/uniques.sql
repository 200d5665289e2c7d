-- The columns of a table's unique indexes.
SELECT index_name, column_name FROM information_schema.index_columns
WHERE is_unique AND UPPER(table_schema) = UPPER(COALESCE(?, SCHEMA())) AND UPPER(table_name) = UPPER(?)
