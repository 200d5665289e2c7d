-- Locks the row of a name until the transaction ends, and makes it if there is none.
MERGE INTO ${rows} (name, taken) KEY (name) VALUES (?, 1)
