-- Deletes what nobody read for an hour: its client is dead.
DELETE FROM ${mail} WHERE sent < ${now} - 3600000000
