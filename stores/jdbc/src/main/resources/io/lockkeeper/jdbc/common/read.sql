-- Reads a lock's row, and the time. Locks nothing; a server between may answer it from a replica.
SELECT locks.*, ${now} AS at FROM ${locks} AS locks WHERE name = ? AND part = 0
