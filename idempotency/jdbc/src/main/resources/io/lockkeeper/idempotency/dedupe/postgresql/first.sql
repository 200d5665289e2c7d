-- Marks an operation if it is not marked, or if its mark has expired. Waits for a transaction that is marking it.
--
-- Each part reads the one before it, so they run in this order, and a part runs only if the one before it did nothing: a
-- first reads no row, which would be a conflict at SERIALIZABLE. A row that ON CONFLICT found and this statement does
-- not see was committed since the statement began.
WITH made AS (
  INSERT INTO ${table} (${columns}, ${expiry}) VALUES (${values}, ${now} + ?)
  ON CONFLICT (${columns}) DO NOTHING RETURNING 1),
taken AS (
  UPDATE ${table} SET ${expiry} = ${now} + ?
  WHERE NOT EXISTS (SELECT FROM made) AND ${matches} AND ${expiry} <= ${now} RETURNING 1)
SELECT CASE
  WHEN EXISTS (SELECT FROM made) THEN 'MADE'
  WHEN EXISTS (SELECT FROM taken) THEN 'TAKEN'
  WHEN (SELECT ${expiry} <= ${now} FROM ${table} WHERE ${matches}) THEN 'CHANGED'
  ELSE 'REPEATED' END AS answer
