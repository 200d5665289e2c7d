-- Bars a claim that has not come: a row that counts as absent refuses a late copy of it. A row that the
-- claim takes over just now is left alone.
MERGE INTO ${table} AS mark
USING (SELECT CAST(? AS VARBINARY(255)) AS scope, CAST(? AS VARBINARY(255)) AS id, CAST(? AS VARCHAR(40)) AS owner, ${now} AS at) AS wish
ON mark.scope = wish.scope AND mark.id = wish.id
WHEN MATCHED AND mark.format = 1 AND (mark.purge_at <= wish.at OR mark.state = 1 AND mark.owner = wish.owner AND mark.attempts <= 1) THEN UPDATE SET
  state = 1, owner = wish.owner, attempts = 0, lease_end = wish.at, purge_at = 0, purge_minute = wish.at / 60000000 + 10,
  outcome = NULL, points = NULL, finished_at = NULL
WHEN NOT MATCHED THEN INSERT (
  scope, id, format, state, owner, token, attempts, fingerprint, since, lease_end, purge_at, purge_minute)
VALUES (wish.scope, wish.id, 1, 1, wish.owner, wish.at, 0, '', wish.at, wish.at, 0, wish.at / 60000000 + 10)
