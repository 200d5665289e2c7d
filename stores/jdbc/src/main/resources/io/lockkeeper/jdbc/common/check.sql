-- Keeps the row of a lock until this transaction ends, if a fencing token is its holder's; changes no row if it is not.
-- It really writes: servers that certify transactions against each other see nothing of a row that is only locked.
UPDATE ${locks} SET changes = changes + 1
WHERE name = ? AND part = 0 AND claim IS NOT NULL AND first_token <= ? AND last_token >= ? AND ends > ${now}
