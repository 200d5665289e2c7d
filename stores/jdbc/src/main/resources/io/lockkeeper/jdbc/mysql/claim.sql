-- The usual attempt: takes a lock that nobody holds, waits for or withdrew from; inserts its row if there is none.
-- Answers with the first token as the last insert id, or with 0 if the lock is not free for the taking.
--
-- Assignments see what those before them assigned: so the first one notes whether the lock was free.
INSERT INTO ${locks} (
  name, long_name, changes, claim, host, pid, thread, description, process_group, since, ends, hours, first_token, last_token)
VALUES (?, ?, ${now}, ?, ?, ?, ?, ?, ?, ${now}, ${now} + ?, ${now} DIV 3600000000, LAST_INSERT_ID(${now}), ${now} + ? - 1)
ON DUPLICATE KEY UPDATE
  first_token = IF(@lockkeeper := ${free}, LAST_INSERT_ID(GREATEST(last_token + 1, VALUES(since))),
    first_token + LAST_INSERT_ID(0)),
${part:take_over}
