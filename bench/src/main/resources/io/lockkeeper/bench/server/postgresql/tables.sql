-- The tables of those contestants that make none themselves, as their documentation says.

-- Spring Integration
CREATE TABLE INT_LOCK (
  LOCK_KEY CHAR(36) NOT NULL,
  REGION VARCHAR(100) NOT NULL,
  CLIENT_ID CHAR(36),
  CREATED_DATE TIMESTAMP NOT NULL,
  EXPIRED_AFTER TIMESTAMP NOT NULL,
  CONSTRAINT INT_LOCK_PK PRIMARY KEY (LOCK_KEY, REGION)
);

-- ShedLock
CREATE TABLE shedlock (
  name VARCHAR(64) NOT NULL PRIMARY KEY,
  lock_until TIMESTAMP NOT NULL,
  locked_at TIMESTAMP NOT NULL,
  locked_by VARCHAR(255) NOT NULL
);

-- The raw limit
CREATE TABLE raw_lock (
  name VARCHAR(64) NOT NULL PRIMARY KEY,
  owner VARCHAR(100) NOT NULL
);
