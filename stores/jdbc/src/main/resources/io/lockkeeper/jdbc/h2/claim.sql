-- The usual attempt: takes a lock that nobody holds, waits for or withdrew from; inserts its row if there is none.
-- Answers with the grant, or with nothing if the lock is not free for the taking.
SELECT claim, ends, first_token, last_token, since AS at, FALSE AS contended FROM FINAL TABLE (
  MERGE INTO ${locks} AS held
  USING (SELECT CAST(? AS VARCHAR) AS name, CAST(? AS VARCHAR) AS long_name, CAST(? AS VARCHAR) AS claim,
    CAST(? AS VARCHAR) AS host, CAST(? AS BIGINT) AS pid, CAST(? AS VARCHAR) AS thread, CAST(? AS VARCHAR) AS description,
    CAST(? AS BIGINT) AS process_group, CAST(? AS BIGINT) AS lease, CAST(? AS BIGINT) AS tokens,
    ${now} AS at) AS wish
  ON held.name = wish.name
  WHEN MATCHED AND (held.claim IS NULL OR held.ends <= wish.at) AND held.waiting IS NULL AND held.withdrawn IS NULL
  THEN UPDATE SET
    changes = held.changes + 1, claim = wish.claim, host = wish.host, pid = wish.pid, thread = wish.thread,
    description = wish.description, process_group = wish.process_group, since = wish.at, ends = wish.at + wish.lease,
    hours = wish.at / 3600000000, first_token = GREATEST(held.last_token + 1, wish.at),
    last_token = GREATEST(held.last_token + 1, wish.at) + wish.tokens - 1
  WHEN NOT MATCHED THEN INSERT (
    name, long_name, changes, claim, host, pid, thread, description, process_group, since, ends, hours, first_token,
    last_token)
  VALUES (wish.name, wish.long_name, wish.at, wish.claim, wish.host, wish.pid, wish.thread, wish.description,
    wish.process_group, wish.at, wish.at + wish.lease, wish.at / 3600000000, wish.at,
    wish.at + wish.tokens - 1))
