-- Succeeds if the tables are there. Reads no row: there may be millions.
SELECT (SELECT COUNT(minutes) FROM ${locks} WHERE 1 = 0) + (SELECT COUNT(taken) FROM ${rows} WHERE 1 = 0)
