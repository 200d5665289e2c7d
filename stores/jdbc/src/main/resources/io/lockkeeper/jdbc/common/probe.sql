-- Succeeds if the tables are there.
SELECT (SELECT COUNT(*) FROM ${locks} WHERE minutes < 0) + (SELECT COUNT(*) FROM ${rows} WHERE taken < 0)
