-- Inserts a mark. A unique index sees what the transaction's snapshot does not: a violation is a mark that is committed.
INSERT INTO ${table} (${columns}, ${expiry}) VALUES (${values}, ${now} + ?)
