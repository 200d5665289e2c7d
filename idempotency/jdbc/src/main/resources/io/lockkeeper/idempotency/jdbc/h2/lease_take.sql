-- Claims a key whose row is as it was seen: expired, or counting as absent. Answers with its token.
SELECT token FROM FINAL TABLE (
UPDATE ${table} SET
  points = CASE WHEN purge_at <= ${now} THEN NULL ELSE points END,
  owner = ?, fingerprint = ?, attempts = ?, token = GREATEST(token + 1, ${now}), state = 1, since = ${now},
  lease_end = ${now} + CAST(? AS BIGINT), finished_at = NULL, outcome = NULL, purge_at = ${now} + CAST(? AS BIGINT),
  purge_minute = (${now} + CAST(? AS BIGINT)) / 60000000
WHERE scope = ? AND id = ? AND owner = ? AND token = ? AND state = ? AND attempts = ? AND format = 1
  AND (state = 1 AND lease_end <= ${now} OR purge_at <= ${now}))
