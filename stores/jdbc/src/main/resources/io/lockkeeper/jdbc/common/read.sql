-- Reads a lock's row, and the time.
SELECT locks.*, ${now} AS at FROM ${locks} AS locks WHERE name = ?
