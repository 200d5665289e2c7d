-- Deletes a batch of expired marks. A mark that somebody has locked stays.
DELETE mark FROM (
  SELECT ${columns} FROM ${table}
  WHERE ${expiry} <= ${now}
  ORDER BY ${expiry} LIMIT ${batch} FOR UPDATE SKIP LOCKED) AS old
STRAIGHT_JOIN ${table} AS mark ON ${same}
