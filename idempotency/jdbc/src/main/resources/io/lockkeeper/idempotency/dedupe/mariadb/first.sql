-- Marks an operation if it is not marked, or if its mark has expired. Waits for a transaction that is marking it.
--
-- Answers with the last insert id: 1 for a new mark, 2 for one that had expired, 3 for one that is valid. The number of rows
-- would not do: what it means depends on an option of the driver. An insertion that merely failed would leave a shared
-- lock, and two of those, upgraded, are a deadlock.
INSERT INTO ${table} (${columns}, ${expiry}) VALUES (${values}, ${now} + ? + LAST_INSERT_ID(1) - 1)
ON DUPLICATE KEY UPDATE ${expiry} =
  IF(${expiry} <= ${now}, ${now} + ? + LAST_INSERT_ID(2) - 2, ${expiry} + LAST_INSERT_ID(3) - 3)
