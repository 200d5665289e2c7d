-- Reads what a client has to be told.
SELECT id, text FROM ${mail} WHERE client = ? ORDER BY id
