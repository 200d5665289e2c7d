-- Of some claims, those that seem to hold their locks and whose rows nobody has locked: a server between may answer from a
-- replica.
SELECT claim FROM ${locks} WHERE name IN (${list}) AND part = 0 AND CONCAT(claim, ' ', first_token) IN (${list}) AND ends > ${now}
FOR UPDATE SKIP LOCKED
