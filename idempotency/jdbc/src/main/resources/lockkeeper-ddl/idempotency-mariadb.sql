-- The table of Lockkeeper's idempotency in MariaDB and MySQL. It is created at its first use unless that is turned off.
--
-- One row for each key that was used: in progress, or finished and kept until it is purged. Both modes share the table; a
-- transactional mark is committed with its outcome, so other sessions only ever see leased records in progress. Times are
-- microseconds since 1970 by the clock of this database, in UTC: no type here knows a time zone.
--
-- scope, id      the key, compared by bytes
-- format         of this row: 1; a row of another format is taken for held and never written
-- state          1: in progress, 2: completed, 3: rejected
-- owner          the random id of the claim that owns the key, or owned it last
-- token          its fencing token: the greater of the last one + 1 and the time of the claim
-- attempts       how many attempts there were since the key was last free
-- fingerprint    what the first request asked for
-- since          when the last attempt began
-- lease_end      when its lease ends; no later than "since" for a transactional mark, which has none
-- finished_at    when and if it was completed or rejected
-- purge_at       from then on the row counts as absent, whether it is deleted or not; null for never
-- purge_minute   the same in minutes, rounded down: an index on the time itself would be written with every renewal
-- outcome        the encoded outcome of a finished key
-- points         recovery points of a leased record, one behind the other: for each the length of the name of its step, the
--                name, the length of its value, the value; lengths are 4 bytes, big endian
CREATE TABLE IF NOT EXISTS lockkeeper_idempotency (
  scope VARBINARY(255) NOT NULL,
  id VARBINARY(255) NOT NULL,
  format INT NOT NULL,
  state INT NOT NULL,
  owner VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  token BIGINT NOT NULL,
  attempts INT NOT NULL,
  fingerprint VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  since BIGINT NOT NULL,
  lease_end BIGINT NOT NULL,
  finished_at BIGINT,
  purge_at BIGINT,
  purge_minute BIGINT,
  outcome LONGBLOB,
  points LONGBLOB,
  PRIMARY KEY (scope, id),
  INDEX lockkeeper_idempotency_purge (purge_minute)
) ENGINE = InnoDB;
