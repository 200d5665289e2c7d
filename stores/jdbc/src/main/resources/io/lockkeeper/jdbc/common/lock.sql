-- Reads a lock's row, and the time, where the row can be changed: on the primary, and never on a replica.
SELECT locks.*, ${now} AS at FROM ${locks} AS locks WHERE name = ? AND part = 0 ${bounded} FOR UPDATE
