-- Of some claims, those that hold their locks. Fails if someone has locked one of the rows.
SELECT claim FROM ${locks} FORCE INDEX (PRIMARY)
WHERE name IN (${list}) AND part = 0 AND claim IN (${list}) AND ends > ${now} FOR UPDATE NOWAIT
