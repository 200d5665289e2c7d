-- Part of claim and claim_or_read: takes a lock that nobody holds, waits for or withdrew from; inserts its row if there is none.
INSERT INTO ${locks} AS held (
  name, long_name, changes, claim, host, pid, thread, description, process_group, since, ends, hours, first_token, last_token)
SELECT wish.name, wish.long_name, clock.at, wish.claim, wish.host, wish.pid, wish.thread, wish.description, wish.process_group,
  clock.at, clock.at + wish.lease, clock.at / 3600000000, clock.at, clock.at + wish.tokens - 1
FROM (SELECT ${now} AS at) AS clock,
  (VALUES (?::text, ?::text, ?::text, ?::text, ?::bigint, ?::text, ?::text, ?::bigint, ?::bigint, ?::bigint))
    AS wish (name, long_name, claim, host, pid, thread, description, process_group, lease, tokens)
ON CONFLICT (name) DO UPDATE SET
  changes = held.changes + 1,
  claim = EXCLUDED.claim,
  host = EXCLUDED.host,
  pid = EXCLUDED.pid,
  thread = EXCLUDED.thread,
  description = EXCLUDED.description,
  process_group = EXCLUDED.process_group,
  since = EXCLUDED.since,
  ends = EXCLUDED.ends,
  hours = EXCLUDED.hours,
  first_token = GREATEST(held.last_token + 1, EXCLUDED.first_token),
  last_token = GREATEST(held.last_token + 1, EXCLUDED.first_token) + EXCLUDED.last_token - EXCLUDED.first_token
WHERE (held.claim IS NULL OR held.ends <= EXCLUDED.since) AND held.waiting IS NULL AND held.withdrawn IS NULL
