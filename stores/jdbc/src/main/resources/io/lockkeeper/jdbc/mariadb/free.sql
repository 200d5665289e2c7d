-- Of some claims, those that seem to hold their locks and whose rows nobody has locked: a server between may answer from a
-- replica. The rows are found by their names, one by one: a scan would lock others.
SELECT claim FROM ${locks} FORCE INDEX (PRIMARY)
WHERE name IN (${list}) AND part = 0 AND CONCAT(claim, ' ', first_token) IN (${list}) AND ends > ${now}
FOR UPDATE SKIP LOCKED
