-- The table of locks. A lock is one row, held or free; a row that was free for long is swept.
--
-- name           the lock's name, or for one of more than 512 bytes its beginning and a digest; as bytes, so that no
--                collation takes two names for one
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
CREATE TABLE IF NOT EXISTS ${locks} (
  name VARBINARY(640) NOT NULL PRIMARY KEY,
  long_name VARBINARY(4096),
  changes BIGINT NOT NULL,
  claim VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin,
  host VARCHAR(200),
  pid BIGINT,
  thread VARCHAR(200),
  description VARCHAR(200),
  process_group BIGINT,
  since BIGINT NOT NULL,
  ends BIGINT NOT NULL,
  hours BIGINT NOT NULL,
  first_token BIGINT NOT NULL,
  last_token BIGINT NOT NULL,
  waiting MEDIUMTEXT,
  withdrawn MEDIUMTEXT,
  INDEX ${locks_index} (hours)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What clients have to be told, until they read it.
CREATE TABLE IF NOT EXISTS ${mail} (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  client VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  sent BIGINT NOT NULL,
  text VARCHAR(5000) NOT NULL,
  INDEX ${mail_index} (client)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- One row for each name that was ever locked by RowLock; a transaction locks it until it ends.
CREATE TABLE IF NOT EXISTS ${rows} (name VARBINARY(640) NOT NULL PRIMARY KEY) ENGINE = InnoDB;
