-- The tables of Lockkeeper in PostgreSQL. JdbcStore makes them itself unless told otherwise (lockkeeper.create-tables=no).
--
-- The table of locks. A lock is one row, held or free; a row that was free for long is swept. Times are microseconds since
-- 1970 by this database's clock, in UTC: no type here knows a time zone.
--
-- name           the lock's name, or for one of more than 512 bytes its beginning and a digest; collated by bytes
-- part           0: the lock, those who wait for it, and its holding; other numbers are for more holdings of one lock,
--                which this release has not
-- long_name      the name in full if "name" is not it
-- format         of this row: 1; a row of another format is taken for held
-- changes        counts changes, from the time at which the row was made: who read the row writes it back only if nobody
--                else did meanwhile, not even one who found it swept
-- claim          the claim that holds the lock (client:sequence), null if it is free
-- host … process_group   its holder, for people to read
-- permits        how many permits the holding has: 1
-- capacity       how many the lock has in all: 1; a lock with more is taken for held
-- since, ends    the lease
-- minutes        when the lease began, in minutes: an index on the time itself would be written with every lock
-- first_token, last_token   the fencing tokens given last; the first is never greater than the last
-- waiting        the claims that wait, a line each, first come first: claim, permits/capacity, lease in nanoseconds, tokens,
--                a secret that is shown with the grant, holder
-- withdrawn      claims that must not be granted any more, a line each, with the end of that
--
-- Half of each page is left free: a row is changed where it is, without a word to the indexes.
CREATE TABLE IF NOT EXISTS lockkeeper_locks2 (
  name text COLLATE "C" NOT NULL,
  part integer NOT NULL,
  long_name text COLLATE "C",
  format integer NOT NULL,
  changes bigint NOT NULL,
  claim text,
  host text,
  pid bigint,
  thread text,
  description text,
  process_group bigint,
  permits bigint NOT NULL,
  capacity bigint NOT NULL,
  since bigint NOT NULL,
  ends bigint NOT NULL,
  minutes bigint NOT NULL,
  first_token bigint NOT NULL,
  last_token bigint NOT NULL,
  waiting text,
  withdrawn text,
  PRIMARY KEY (name, part)
) WITH (fillfactor = 50);

CREATE INDEX IF NOT EXISTS lockkeeper_locks2_minute ON lockkeeper_locks2 (minutes);

-- One row for each name that was ever locked by RowLock; a transaction locks it until it ends. "taken" counts.
CREATE TABLE IF NOT EXISTS lockkeeper_rows2 (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  taken bigint NOT NULL
);
