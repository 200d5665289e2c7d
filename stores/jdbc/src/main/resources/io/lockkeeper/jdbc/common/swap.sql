-- Writes a row back if nobody changed it since it was read.
UPDATE ${locks} SET
  changes = changes + 1, claim = ?, host = ?, pid = ?, thread = ?, description = ?, process_group = ?,
  since = ?, ends = ?, minutes = ?, first_token = ?, last_token = ?, waiting = ?, withdrawn = ?
WHERE name = ? AND part = 0 AND changes = ?
