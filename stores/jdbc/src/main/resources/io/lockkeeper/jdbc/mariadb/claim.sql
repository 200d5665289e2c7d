-- The usual attempt: takes a lock that nobody holds, waits for or withdrew from; inserts its row if there is none.
-- Answers with the row as it is then.
--
-- Assignments see what those before them assigned: so the first one notes whether the lock was free.
INSERT INTO ${locks} (
  name, long_name, changes, claim, host, pid, thread, description, process_group, since, ends, hours, first_token, last_token)
VALUES (?, ?, ${now}, ?, ?, ?, ?, ?, ?, ${now}, ${now} + ?, ${now} DIV 3600000000, ${now}, ${now} + ? - 1)
ON DUPLICATE KEY UPDATE
  first_token = IF(@lockkeeper := ${free}, GREATEST(last_token + 1, VALUES(first_token)), first_token),
${part:take_over}
RETURNING claim, ends, first_token, last_token, ${now} AS at, waiting IS NOT NULL AS contended
