-- The columns of a table, each with what decides whether two values are the same.
SELECT t.relname AS table_name, a.attname AS column_name, y.typname AS type,
  CASE WHEN y.typname = 'varchar' AND a.atttypmod > 4 THEN a.atttypmod - 4 END AS longest,
  CASE WHEN NOT c.collisdeterministic THEN c.collname END AS collation_name,
  CASE t.relpersistence WHEN 't' THEN 'temporary' WHEN 'u' THEN 'unlogged' ELSE '' END AS engine
FROM pg_class AS t
JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type AS y ON y.oid = a.atttypid
LEFT JOIN pg_collation AS c ON c.oid = a.attcollation
WHERE t.oid = to_regclass(concat_ws('.', CAST(? AS text), CAST(? AS text)))
ORDER BY a.attnum
