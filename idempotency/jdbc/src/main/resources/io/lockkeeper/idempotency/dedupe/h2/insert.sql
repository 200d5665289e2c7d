-- Inserts a mark, or is refused because there is one.
INSERT INTO ${table} (${columns}, ${expiry}) VALUES (${values}, ${now} + ?)
