-- The columns of a table, each with what decides whether two values are the same.
SELECT c.table_name AS table_name, c.column_name AS column_name,
  CONCAT(IF(c.column_type LIKE '%unsigned%', c.column_type, c.data_type),
    IF(c.extra LIKE '%auto_increment%', ' AUTO_INCREMENT', '')) AS type,
  c.character_maximum_length AS longest, c.collation_name AS collation_name, t.engine AS engine
FROM information_schema.columns AS c
JOIN information_schema.tables AS t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
WHERE c.table_schema = COALESCE(?, DATABASE()) AND c.table_name = ?
ORDER BY c.ordinal_position
