-- Deletes a batch of records whose retention is over. One that somebody has locked stays.
DELETE ${table} FROM (
  SELECT scope, id FROM ${table}
  WHERE purge_minute <= ${now} DIV 60000000 AND purge_at <= ${now} AND format = 1
  ORDER BY purge_minute LIMIT ? FOR UPDATE SKIP LOCKED) AS old
STRAIGHT_JOIN ${table} ON ${table}.scope = old.scope AND ${table}.id = old.id
