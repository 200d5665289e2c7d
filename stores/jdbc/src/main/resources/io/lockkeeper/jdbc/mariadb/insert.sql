-- Makes the row of a lock that nobody holds, unless there is one.
INSERT IGNORE INTO ${locks} (name, long_name, changes, since, ends, hours, first_token, last_token)
VALUES (?, ?, ${now}, ${now}, ${now}, ${now} DIV 3600000000, 0, 0)
