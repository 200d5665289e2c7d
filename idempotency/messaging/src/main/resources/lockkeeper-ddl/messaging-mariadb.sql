-- The tables of Lockkeeper's inbox and outbox in MariaDB and MySQL. They are created at their first use unless that is turned off. The
-- inbox uses the table of idempotency besides. Times are microseconds since 1970 by the clock of this database, in UTC.
--
-- Messages that failed: as many rows as messages that failed and have not succeeded since.
-- scope, id      the consumer and the message, as in the table of idempotency
-- failures       how many attempts failed
-- purge_at       from then on the row counts as absent, whether it is deleted or not
CREATE TABLE IF NOT EXISTS lockkeeper_inbox_failures (
  scope VARBINARY(255) NOT NULL,
  id VARBINARY(255) NOT NULL,
  failures INT NOT NULL,
  purge_at BIGINT NOT NULL,
  PRIMARY KEY (scope, id)
) ENGINE = InnoDB;

-- Messages to be sent.
-- seq            the order of writing
-- id             the id of the message, which its receiver knows repeats by
-- lane           a hash of destination and key, or of the id if there is no key: messages of a lane are sent one after another
-- destination    topic, exchange or queue
-- message_key    the key or routing key
-- headers        how many there are in 4 bytes, then names and values, each with its length before it in 4 bytes, in UTF-8
-- payload        as it is sent
-- state          0: to be sent, 1: sent, 2: set aside
-- refusals       how often the broker refused the message
-- not_before     when to try again
-- written_at     when it was written
-- sent_at        when it was sent, if sent messages are kept
-- refusal        why it was refused last
CREATE TABLE IF NOT EXISTS lockkeeper_outbox (
  seq BIGINT AUTO_INCREMENT PRIMARY KEY,
  id VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL UNIQUE,
  lane VARCHAR(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  destination VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  message_key VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  headers LONGBLOB NOT NULL,
  payload LONGBLOB NOT NULL,
  state INT NOT NULL,
  refusals INT NOT NULL,
  not_before BIGINT NOT NULL,
  written_at BIGINT NOT NULL,
  sent_at BIGINT,
  refusal VARCHAR(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  INDEX lockkeeper_outbox_lane (state, lane, seq)
) ENGINE = InnoDB;
