-- Reads what a client has to be told, as far as it is committed: a plain read may see what is undone later, or a replica. What
-- is left is read the next time.
SELECT id, text FROM ${mail} WHERE client = ? ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED
