-- Whether the table is there.
SELECT 1 FROM ${table} WHERE 1 = 0
