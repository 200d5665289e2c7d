-- Deletes rows of locks whose last lease ended long ago, a bounded number at once. Whoever waits for one is dead: a
-- living one asks again every minute, and would have been served.
DELETE FROM ${locks} WHERE (name, part) IN (
  SELECT name, part FROM ${locks}
  WHERE minutes <= (SELECT (${now} - ?) / 60000000) AND ends < (SELECT ${now} - ?) AND part = 0 AND format = 1 AND capacity = 1
  ORDER BY minutes LIMIT ? FOR UPDATE SKIP LOCKED)
