-- The usual attempt: takes a lock that nobody holds, waits for or withdrew from; inserts its row if there is none.
-- Answers with the grant, or with nothing if the lock is not free for the taking.
--
-- A lock that is seen not to be free is let alone: MERGE would lock its row, and a renewal would pass it over.
SELECT claim, ends, first_token, last_token, since AS at, FALSE AS contended FROM FINAL TABLE (
  MERGE INTO ${locks} AS held
  USING (
    SELECT * FROM (SELECT CAST(? AS VARBINARY) AS name, CAST(? AS VARBINARY) AS long_name, CAST(? AS VARCHAR) AS claim,
      CAST(? AS VARCHAR) AS host, CAST(? AS BIGINT) AS pid, CAST(? AS VARCHAR) AS thread,
      CAST(? AS VARCHAR) AS description, CAST(? AS BIGINT) AS process_group, CAST(? AS BIGINT) AS lease,
      CAST(? AS BIGINT) AS tokens, ${now} AS at) AS wished
    WHERE NOT EXISTS (
      SELECT 1 FROM ${locks} AS seen WHERE seen.name = wished.name AND seen.part = 0 AND NOT (
        seen.format = 1 AND seen.capacity = 1 AND (seen.claim IS NULL OR seen.ends <= wished.at)
        AND seen.waiting IS NULL AND seen.withdrawn IS NULL))) AS wish
  ON held.name = wish.name AND held.part = 0
  WHEN MATCHED AND held.format = 1 AND held.capacity = 1 AND (held.claim IS NULL OR held.ends <= wish.at)
    AND held.waiting IS NULL AND held.withdrawn IS NULL
  THEN UPDATE SET
    changes = held.changes + 1, claim = wish.claim, host = wish.host, pid = wish.pid, thread = wish.thread,
    description = wish.description, process_group = wish.process_group, permits = 1, since = wish.at,
    ends = wish.at + wish.lease, minutes = wish.at / 60000000, first_token = GREATEST(held.last_token + 1, wish.at),
    last_token = GREATEST(held.last_token + 1, wish.at) + wish.tokens - 1
  WHEN NOT MATCHED THEN INSERT (
    name, part, long_name, format, changes, claim, host, pid, thread, description, process_group, permits, capacity,
    since, ends, minutes, first_token, last_token)
  VALUES (wish.name, 0, wish.long_name, 1, wish.at, wish.claim, wish.host, wish.pid, wish.thread, wish.description,
    wish.process_group, 1, 1, wish.at, wish.at + wish.lease, wish.at / 60000000, wish.at, wish.at + wish.tokens - 1))
