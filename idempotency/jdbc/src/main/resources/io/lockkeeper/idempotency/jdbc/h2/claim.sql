-- Marks a key in this transaction. Answers with the mark, or with no row if there is another one.
SELECT token FROM FINAL TABLE (
MERGE INTO ${table} AS mark
USING (SELECT CAST(? AS VARBINARY(255)) AS scope, CAST(? AS VARBINARY(255)) AS id, CAST(? AS VARCHAR(40)) AS owner,
    CAST(? AS VARCHAR(100)) AS fingerprint, CAST(? AS BIGINT) AS retention, ${now} AS at) AS wish
ON mark.scope = wish.scope AND mark.id = wish.id
WHEN MATCHED AND mark.format = 1 AND mark.purge_at <= wish.at THEN UPDATE SET
  state = 1,
  owner = wish.owner,
  token = GREATEST(mark.token + 1, wish.at),
  attempts = 1,
  fingerprint = wish.fingerprint,
  since = wish.at,
  lease_end = wish.at,
  finished_at = NULL,
  purge_at = wish.at + wish.retention,
  purge_minute = (wish.at + wish.retention) / 60000000,
  outcome = NULL,
  points = NULL
WHEN NOT MATCHED THEN INSERT (
  scope, id, format, state, owner, token, attempts, fingerprint, since, lease_end, purge_at, purge_minute)
VALUES (wish.scope, wish.id, 1, 1, wish.owner, wish.at, 1, wish.fingerprint, wish.at, wish.at, wish.at + wish.retention,
  (wish.at + wish.retention) / 60000000))
