-- Reads the ends of leases that are not over, and the time.
SELECT claim, ends, ${now} AS at FROM ${locks} WHERE name IN (${list}) AND claim IN (${list}) AND ends > ${now}
