-- Locks the row of a name until the transaction ends, and makes it if there is none. It really writes: servers of a cluster
-- that certify transactions against each other see nothing of a row that is only locked.
INSERT INTO ${rows} (name, taken) VALUES (?, 1) ON DUPLICATE KEY UPDATE taken = taken + 1
