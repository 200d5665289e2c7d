-- Claims a key whose row is as it was seen: expired, or counting as absent. Answers with its token as the last insert id.
UPDATE ${table} SET
  points = IF(purge_at <= ${now}, NULL, points),
  owner = ?, fingerprint = ?, attempts = ?, token = LAST_INSERT_ID(GREATEST(token + 1, ${now})), state = 1, since = ${now},
  lease_end = ${now} + CAST(? AS SIGNED), finished_at = NULL, outcome = NULL, purge_at = ${now} + CAST(? AS SIGNED),
  purge_minute = (${now} + CAST(? AS SIGNED)) DIV 60000000
WHERE scope = ? AND id = ? AND owner = ? AND token = ? AND state = ? AND attempts = ? AND format = 1
  AND (state = 1 AND lease_end <= ${now} OR purge_at <= ${now})
