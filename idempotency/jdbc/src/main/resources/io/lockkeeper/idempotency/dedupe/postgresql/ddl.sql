-- A table of marks in PostgreSQL: one row for each operation that was done.
--
-- The primary key says which operations are the same one. Its columns are collated by bytes: 'A' is not 'a', and a space
-- at the end counts.
-- ${expiry}   when the mark expires, in microseconds since 1970 by this database's clock: no time zone is involved
CREATE TABLE IF NOT EXISTS ${table} (
${fields},
  ${expiry} bigint NOT NULL,
  PRIMARY KEY (${columns})
);

-- What the purge reads.
CREATE INDEX IF NOT EXISTS ${index} ON ${table} (${expiry});
