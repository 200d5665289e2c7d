-- Deletes a batch of expired marks.
DELETE FROM ${table} WHERE ${expiry} <= ${now} FETCH FIRST ${batch} ROWS ONLY
