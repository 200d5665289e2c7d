-- The harness's own session fails rather than wait for a lock that somebody keeps.
SET innodb_lock_wait_timeout = 10, lock_wait_timeout = 10;
