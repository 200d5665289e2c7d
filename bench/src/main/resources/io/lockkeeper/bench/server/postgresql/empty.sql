-- A statement for each table there is, those that contestants made included, which leaves no dead rows behind.
SELECT format('TRUNCATE %I', tablename) FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename;
