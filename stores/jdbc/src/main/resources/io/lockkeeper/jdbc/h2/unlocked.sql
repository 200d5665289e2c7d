-- Of some claims, those that hold their locks. Rows that someone has locked are left out.
SELECT claim FROM ${locks} WHERE name IN (${list}) AND part = 0 AND claim IN (${list}) AND ends > ${now}
FOR UPDATE SKIP LOCKED
