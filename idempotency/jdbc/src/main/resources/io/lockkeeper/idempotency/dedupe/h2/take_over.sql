-- Takes over a mark that has expired.
UPDATE ${table} SET ${expiry} = ${now} + ? WHERE ${matches} AND ${expiry} <= ${now}
