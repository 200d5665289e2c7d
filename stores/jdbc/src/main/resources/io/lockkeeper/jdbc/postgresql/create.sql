-- The table of locks. A lock is one row, held or free; a row that was free for long is swept.
--
-- name           the lock's name, or for one of more than 512 bytes its beginning and a digest
-- long_name      that name in full
-- changes        counts changes, from the time at which the row was made: who read the row writes it back only if nobody
--                else did meanwhile, not even one who found it swept
-- claim          the claim that holds the lock (client:sequence), null if it is free
-- host … process_group   its holder, for people to read
-- since, ends    the lease, in microseconds since 1970 by this database's clock
-- hours          when the lease began, in hours: an index on the time itself would be written with every lock
-- first_token, last_token   the fencing tokens given last
-- waiting        the claims that wait, a line each, first come first
-- withdrawn      claims that must not be granted any more, a line each
--
-- Half of each page is left free: a row is changed where it is, without a word to the indexes.
CREATE TABLE IF NOT EXISTS ${locks} (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  long_name text COLLATE "C",
  changes bigint NOT NULL,
  claim text,
  host text,
  pid bigint,
  thread text,
  description text,
  process_group bigint,
  since bigint NOT NULL,
  ends bigint NOT NULL,
  hours bigint NOT NULL,
  first_token bigint NOT NULL,
  last_token bigint NOT NULL,
  waiting text,
  withdrawn text
) WITH (fillfactor = 50);

CREATE INDEX IF NOT EXISTS ${locks_index} ON ${locks} (hours);

-- One row for each name that was ever locked by RowLock; a transaction locks it until it ends.
CREATE TABLE IF NOT EXISTS ${rows} (name text COLLATE "C" NOT NULL PRIMARY KEY);
