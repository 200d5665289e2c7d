-- Part of claim and claim_or_read: takes a lock that nobody holds, waits for or withdrew from; inserts its row if there is
-- none. A lock that is seen not to be free is let alone: ON CONFLICT would lock its row, and a renewal would pass it over.
INSERT INTO ${locks} AS held (
  name, part, long_name, format, changes, claim, host, pid, thread, description, process_group, permits, capacity,
  since, ends, minutes, first_token, last_token)
SELECT wish.name, 0, wish.long_name, 1, clock.at, wish.claim, wish.host, wish.pid, wish.thread, wish.description,
  wish.process_group, 1, 1, clock.at, clock.at + wish.lease, clock.at / 60000000, clock.at, clock.at + wish.tokens - 1
FROM (SELECT ${now} AS at, ${patience} AS patience) AS clock,
  (VALUES (?::text, ?::text, ?::text, ?::text, ?::bigint, ?::text, ?::text, ?::bigint, ?::bigint, ?::bigint))
    AS wish (name, long_name, claim, host, pid, thread, description, process_group, lease, tokens)
WHERE NOT EXISTS (
  SELECT FROM ${locks} AS seen WHERE seen.name = wish.name AND seen.part = 0 AND NOT (
    seen.format = 1 AND seen.capacity = 1 AND (seen.claim IS NULL OR seen.ends <= clock.at)
    AND seen.waiting IS NULL AND seen.withdrawn IS NULL))
ON CONFLICT (name, part) DO UPDATE SET
  changes = held.changes + 1,
  claim = EXCLUDED.claim,
  host = EXCLUDED.host,
  pid = EXCLUDED.pid,
  thread = EXCLUDED.thread,
  description = EXCLUDED.description,
  process_group = EXCLUDED.process_group,
  permits = EXCLUDED.permits,
  since = EXCLUDED.since,
  ends = EXCLUDED.ends,
  minutes = EXCLUDED.minutes,
  first_token = GREATEST(held.last_token + 1, EXCLUDED.first_token),
  last_token = GREATEST(held.last_token + 1, EXCLUDED.first_token) + EXCLUDED.last_token - EXCLUDED.first_token
WHERE held.format = 1 AND held.capacity = 1 AND (held.claim IS NULL OR held.ends <= EXCLUDED.since)
  AND held.waiting IS NULL AND held.withdrawn IS NULL
