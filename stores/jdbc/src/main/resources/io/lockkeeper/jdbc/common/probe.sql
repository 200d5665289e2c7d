-- Succeeds if the tables are there.
SELECT (SELECT COUNT(*) FROM ${locks} WHERE name = '') + (SELECT COUNT(*) FROM ${rows} WHERE name = '')
