-- Deletes a batch of records whose retention is over.
DELETE FROM ${table} WHERE purge_minute <= ${now} / 60000000 AND purge_at <= ${now} AND format = 1 FETCH FIRST ? ROWS ONLY
