-- The columns of a table's unique indexes; null for an index that does not hold for all rows, or not at once, or that is
-- on something else than whole columns.
SELECT i.indexrelid::regclass::text AS index_name,
  CASE WHEN i.indpred IS NULL AND i.indexprs IS NULL AND i.indisvalid AND i.indimmediate AND c.collisdeterministic IS NOT FALSE
    THEN a.attname END AS column_name
FROM pg_index AS i
CROSS JOIN LATERAL generate_series(0, i.indnkeyatts - 1) AS at (place)
LEFT JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[at.place]
LEFT JOIN pg_collation AS c ON c.oid = i.indcollation[at.place]
WHERE i.indisunique AND i.indrelid = to_regclass(concat_ws('.', CAST(? AS text), CAST(? AS text)))
