-- Locks the row of a name until the transaction ends, and makes it if there is none.
INSERT INTO ${rows} AS held (name, taken) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET taken = held.taken + 1
