-- The tables of Lockkeeper in H2. JdbcStore makes them itself unless told otherwise (lockkeeper.create-tables=no).
--
-- The table of locks. A lock is one row, held or free; a row that was free for long is swept. Times are microseconds since
-- 1970 by this database's clock, in UTC: no type here knows a time zone.
--
-- name           the lock's name, or for one of more than 512 bytes its beginning and a digest; as bytes, so that no
--                collation takes two names for one
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
CREATE TABLE IF NOT EXISTS lockkeeper_locks2 (
  name VARBINARY(640) NOT NULL,
  part INT NOT NULL,
  long_name VARBINARY(4096),
  format INT NOT NULL,
  changes BIGINT NOT NULL,
  claim VARCHAR(100),
  host VARCHAR(200),
  pid BIGINT,
  thread VARCHAR(200),
  description VARCHAR(200),
  process_group BIGINT,
  permits BIGINT NOT NULL,
  capacity BIGINT NOT NULL,
  since BIGINT NOT NULL,
  ends BIGINT NOT NULL,
  minutes BIGINT NOT NULL,
  first_token BIGINT NOT NULL,
  last_token BIGINT NOT NULL,
  waiting VARCHAR(1000000),
  withdrawn VARCHAR(1000000),
  PRIMARY KEY (name, part)
);

CREATE INDEX IF NOT EXISTS lockkeeper_locks2_minute ON lockkeeper_locks2 (minutes);

-- What clients have to be told, until they read it.
CREATE TABLE IF NOT EXISTS lockkeeper_mail2 (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client VARCHAR(64) NOT NULL,
  sent BIGINT NOT NULL,
  text VARCHAR(5000) NOT NULL
);

CREATE INDEX IF NOT EXISTS lockkeeper_mail2_client ON lockkeeper_mail2 (client);

-- One row for each name that was ever locked by RowLock; a transaction locks it until it ends. "taken" counts.
CREATE TABLE IF NOT EXISTS lockkeeper_rows2 (
  name VARBINARY(640) NOT NULL PRIMARY KEY,
  taken BIGINT NOT NULL
);
