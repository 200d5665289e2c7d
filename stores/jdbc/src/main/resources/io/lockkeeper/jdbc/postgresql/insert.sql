-- Makes the row of a lock that nobody holds, unless there is one.
INSERT INTO ${locks} (name, part, long_name, format, changes, permits, capacity, since, ends, minutes, first_token, last_token)
SELECT ?, 0, ?, 1, clock.at, 1, 1, clock.at, clock.at, clock.at / 60000000, 0, 0
FROM (SELECT ${now} AS at, ${patience} AS patience) AS clock
ON CONFLICT (name, part) DO NOTHING
