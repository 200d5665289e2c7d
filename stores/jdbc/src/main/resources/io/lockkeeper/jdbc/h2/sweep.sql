-- Deletes rows of locks whose last lease ended long ago, a bounded number at once. Whoever waits for one is dead: a
-- living one asks again every minute, and would have been served.
DELETE FROM ${locks} WHERE minutes <= (${now} - ?) / 60000000 AND ends < ${now} - ? AND part = 0 AND format = 1 AND capacity = 1 FETCH FIRST ? ROWS ONLY
