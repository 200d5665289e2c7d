-- Locks the row of a lock until this transaction ends, and answers with 1 if a fencing token is its holder's.
SELECT CASE WHEN claim IS NOT NULL AND first_token <= ? AND last_token >= ? AND ends > ${now} THEN 1 ELSE 0 END
FROM ${locks} WHERE name = ? FOR UPDATE
