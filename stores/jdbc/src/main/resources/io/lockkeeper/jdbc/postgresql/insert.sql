-- Makes the row of a lock that nobody holds, unless there is one.
INSERT INTO ${locks} (name, long_name, changes, since, ends, hours, first_token, last_token)
SELECT ?, ?, clock.at, clock.at, clock.at, clock.at / 3600000000, 0, 0 FROM (SELECT ${now} AS at) AS clock
ON CONFLICT (name) DO NOTHING
