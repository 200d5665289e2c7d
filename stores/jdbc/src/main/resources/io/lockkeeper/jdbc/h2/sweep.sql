-- Deletes rows of locks whose last lease ended long ago, a bounded number at once. Whoever waits for one is dead: a
-- living one asks again every minute, and would have been served.
DELETE FROM ${locks} WHERE hours <= (${now} - ?) / 3600000000 AND ends < ${now} - ? FETCH FIRST ? ROWS ONLY
