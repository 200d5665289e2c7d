-- A table of marks in ${title}: one row for each operation that was done.
--
-- The primary key says which operations are the same one. Its columns are collated by bytes without padding: 'A' is not
-- 'a', and a space at the end counts.
-- ${expiry}   when the mark expires, in microseconds since 1970 by this database's clock: no time zone is involved
-- The index is what the purge reads.
CREATE TABLE IF NOT EXISTS ${table} (
${fields},
  ${expiry} BIGINT NOT NULL,
  PRIMARY KEY (${columns}),
  INDEX ${index} (${expiry})
) ENGINE = InnoDB;
