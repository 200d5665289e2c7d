-- Locks the row of a name until the transaction ends, and makes it if there is none.
INSERT INTO ${rows} AS held (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = EXCLUDED.name
