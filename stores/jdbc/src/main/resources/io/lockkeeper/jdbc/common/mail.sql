-- Reads what a client has to be told, as far as it is committed: a plain read may see what is undone later, or a replica.
SELECT id, text FROM ${mail} WHERE client = ? ORDER BY id FOR UPDATE SKIP LOCKED
