-- Writes a row back if nobody changed it since it was read, and only then tells clients what that means for them.
-- Answers with 1 if it was written.
WITH swapped AS (
  UPDATE ${locks} SET
    changes = changes + 1, claim = ?, host = ?, pid = ?, thread = ?, description = ?, process_group = ?,
    since = ?, ends = ?, minutes = ?, first_token = ?, last_token = ?, waiting = ?, withdrawn = ?
  WHERE name = ? AND part = 0 AND changes = ? ${bounded}
  RETURNING name)
SELECT (SELECT count(*) FROM swapped),
  (SELECT count(pg_notify(message.channel, message.text)::text)
   FROM swapped, unnest(?::text[], ?::text[]) AS message (channel, text))
