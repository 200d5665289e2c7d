-- The usual attempt: takes a lock that nobody holds, waits for or withdrew from; inserts its row if there is none.
-- Answers with the first token as the last insert id, or with 0 if the lock is not free for the taking.
--
-- A lock that is seen not to be free is let alone: an INSERT would lock its row, and a renewal would pass it over.
-- Assignments see what those before them assigned. In a row at rest no first token is greater than the last one: so the
-- first assignment, which makes it greater if the lock is free, tells the others whether it is; the last one restores that.
INSERT INTO ${locks} (
  name, part, long_name, format, changes, claim, host, pid, thread, description, process_group, permits, capacity,
  since, ends, minutes, first_token, last_token)
SELECT wish.wished_name, 0, wish.wished_long_name, 1, wish.at, wish.wished_claim, wish.wished_host, wish.wished_pid,
  wish.wished_thread, wish.wished_description, wish.wished_group, 1, 1, wish.at, wish.at + wish.lease, wish.at DIV 60000000,
  LAST_INSERT_ID(wish.at), wish.at + wish.tokens - 1
FROM (
  SELECT CAST(? AS BINARY) AS wished_name, CAST(? AS BINARY) AS wished_long_name, ? AS wished_claim, ? AS wished_host,
    CAST(? AS SIGNED) AS wished_pid, ? AS wished_thread, ? AS wished_description, CAST(? AS SIGNED) AS wished_group,
    CAST(? AS SIGNED) AS lease, CAST(? AS SIGNED) AS tokens, ${now} AS at) AS wish
WHERE NOT EXISTS (
  SELECT 1 FROM ${locks} AS seen WHERE seen.name = wish.wished_name AND seen.part = 0 AND NOT (
    seen.format = 1 AND seen.capacity = 1 AND (seen.claim IS NULL OR seen.ends <= wish.at)
    AND seen.waiting IS NULL AND seen.withdrawn IS NULL))
ON DUPLICATE KEY UPDATE
  first_token = IF(
    format = 1 AND capacity = 1 AND (claim IS NULL OR ends <= wish.at) AND waiting IS NULL AND withdrawn IS NULL,
    LAST_INSERT_ID(GREATEST(last_token + 1, wish.at)), first_token + LAST_INSERT_ID(0)),
  changes = IF(first_token > last_token, changes + 1, changes),
  claim = IF(first_token > last_token, wish.wished_claim, claim),
  host = IF(first_token > last_token, wish.wished_host, host),
  pid = IF(first_token > last_token, wish.wished_pid, pid),
  thread = IF(first_token > last_token, wish.wished_thread, thread),
  description = IF(first_token > last_token, wish.wished_description, description),
  process_group = IF(first_token > last_token, wish.wished_group, process_group),
  permits = IF(first_token > last_token, 1, permits),
  since = IF(first_token > last_token, wish.at, since),
  ends = IF(first_token > last_token, wish.at + wish.lease, ends),
  minutes = IF(first_token > last_token, wish.at DIV 60000000, minutes),
  last_token = IF(first_token > last_token, first_token + wish.tokens - 1, last_token)
