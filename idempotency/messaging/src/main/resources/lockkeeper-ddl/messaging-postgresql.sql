-- The tables of Lockkeeper's inbox and outbox in PostgreSQL. They are created at their first use unless that is turned off. The
-- inbox uses the table of idempotency besides. Times are microseconds since 1970 by the clock of this database, in UTC.
--
-- Messages that failed: as many rows as messages that failed and have not succeeded since.
-- scope, id      the consumer and the message, as in the table of idempotency
-- failures       how many attempts failed
-- purge_at       from then on the row counts as absent, whether it is deleted or not
CREATE TABLE IF NOT EXISTS lockkeeper_inbox_failures (
  scope bytea NOT NULL,
  id bytea NOT NULL,
  failures INT NOT NULL,
  purge_at BIGINT NOT NULL,
  PRIMARY KEY (scope, id)
);

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
  seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id varchar(255) COLLATE "C" NOT NULL UNIQUE,
  lane varchar(50) COLLATE "C" NOT NULL,
  destination varchar(255) COLLATE "C" NOT NULL,
  message_key varchar(255) COLLATE "C",
  headers bytea NOT NULL,
  payload bytea NOT NULL,
  state INT NOT NULL,
  refusals INT NOT NULL,
  not_before BIGINT NOT NULL,
  written_at BIGINT NOT NULL,
  sent_at BIGINT,
  refusal varchar(500) COLLATE "C"
);

CREATE INDEX IF NOT EXISTS lockkeeper_outbox_lane ON lockkeeper_outbox (state, lane, seq);
