-- Makes the row of a lock that nobody holds, unless there is one.
INSERT IGNORE INTO ${locks} (
  name, part, long_name, format, changes, permits, capacity, since, ends, minutes, first_token, last_token)
VALUES (?, 0, ?, 1, ${now}, 1, 1, ${now}, ${now}, ${now} DIV 60000000, 0, 0)
