-- Deletes what a client was told. A scan, which MySQL prefers for a large share of the table, does not wait for what others send.
-- No alias: without a default database, none can be deleted from.
DELETE ${mail} FROM (
  SELECT id FROM ${mail} FORCE INDEX (PRIMARY) WHERE id IN (${list}) LIMIT 1000000 FOR UPDATE SKIP LOCKED) AS told
STRAIGHT_JOIN ${mail} FORCE INDEX (PRIMARY) ON ${mail}.id = told.id
