-- Deletes what a client was told.
DELETE FROM ${mail} WHERE id IN (${list})
