-- Makes the row of a lock that nobody holds, unless there is one.
MERGE INTO ${locks} AS held
USING (SELECT CAST(? AS VARBINARY) AS name, CAST(? AS VARBINARY) AS long_name, ${now} AS at) AS made
ON held.name = made.name AND held.part = 0
WHEN NOT MATCHED THEN INSERT (
  name, part, long_name, format, changes, permits, capacity, since, ends, minutes, first_token, last_token)
VALUES (made.name, 0, made.long_name, 1, made.at, 1, 1, made.at, made.at, made.at / 60000000, 0, 0)
