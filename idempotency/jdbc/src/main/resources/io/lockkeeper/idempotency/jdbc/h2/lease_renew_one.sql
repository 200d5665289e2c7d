-- Renews one lease, and waits for its row.
UPDATE ${table} SET lease_end = ${now} + CAST(? AS BIGINT), purge_at = ${now} + CAST(? AS BIGINT),
  purge_minute = (${now} + CAST(? AS BIGINT)) / 60000000
WHERE scope = ? AND id = ? AND owner = ? AND token = ? AND state = 1 AND format = 1 AND (purge_at IS NULL OR purge_at > ${now})
