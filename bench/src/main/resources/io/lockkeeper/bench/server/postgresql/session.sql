-- The harness's own session: what it asks is not counted, and it fails rather than wait for a lock that somebody keeps.
CREATE EXTENSION IF NOT EXISTS pg_stat_statements;
SET pg_stat_statements.track = 'none';
SET lock_timeout = '10s';
