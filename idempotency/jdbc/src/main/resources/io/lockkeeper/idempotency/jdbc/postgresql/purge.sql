-- Deletes a batch of records whose retention is over. One that somebody has locked stays.
--
-- Materialized: a plan that looked for the batch again for each record would delete more than one batch.
WITH old AS MATERIALIZED (
  SELECT scope, id FROM ${table}
  WHERE purge_minute <= (SELECT ${now} / 60000000) AND purge_at <= (SELECT ${now}) AND format = 1
  ORDER BY purge_minute LIMIT ? FOR UPDATE SKIP LOCKED)
DELETE FROM ${table} AS mark USING old WHERE mark.scope = old.scope AND mark.id = old.id
