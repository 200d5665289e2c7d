-- The tables of Lockkeeper in H2. JdbcStore makes them itself unless told otherwise (lockkeeper.create-tables=no).
--
-- The table of locks. A lock is one row, held or free; a row that was free for long is swept. Times are microseconds since
-- 1970 by this database's clock, in UTC: no type here knows a time zone.
--
-- Names are bytes, so that no collation takes two names for one. The script for PostgreSQL says what each column means.
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
