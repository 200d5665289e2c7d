-- Deletes rows of locks whose last lease ended long ago, a bounded number at once. Whoever waits for one is dead: a
-- living one asks again every minute, and would have been served. A row that someone has locked stays.
DELETE ${locks} FROM (
  SELECT name, part FROM ${locks}
  WHERE minutes <= (${now} - ?) DIV 60000000 AND ends < ${now} - ? AND part = 0 AND format = 1 AND capacity = 1
  ORDER BY minutes LIMIT ? FOR UPDATE SKIP LOCKED) AS old
STRAIGHT_JOIN ${locks} ON ${locks}.name = old.name AND ${locks}.part = old.part
