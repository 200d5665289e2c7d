-- Locks the row of a name until the transaction ends, and makes it if there is none.
INSERT INTO ${rows} (name) VALUES (?) ON DUPLICATE KEY UPDATE name = VALUES(name)
