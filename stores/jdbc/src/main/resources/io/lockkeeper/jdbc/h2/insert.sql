-- Makes the row of a lock that nobody holds, unless there is one.
MERGE INTO ${locks} AS held USING (SELECT CAST(? AS VARCHAR) AS name, CAST(? AS VARCHAR) AS long_name, ${now} AS at) AS made
ON held.name = made.name
WHEN NOT MATCHED THEN INSERT (name, long_name, changes, since, ends, hours, first_token, last_token)
VALUES (made.name, made.long_name, made.at, made.at, made.at, made.at / 3600000000, 0, 0)
