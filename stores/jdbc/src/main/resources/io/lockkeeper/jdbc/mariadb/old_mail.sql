-- Deletes what nobody read for an hour: its client is dead. What someone has locked, as mail that is not committed, stays.
DELETE ${mail} FROM (
  SELECT id FROM ${mail} WHERE sent < ${now} - 3600000000 LIMIT 1000000 FOR UPDATE SKIP LOCKED) AS old
STRAIGHT_JOIN ${mail} FORCE INDEX (PRIMARY) ON ${mail}.id = old.id
