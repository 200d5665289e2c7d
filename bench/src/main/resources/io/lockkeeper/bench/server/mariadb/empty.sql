-- A statement for each table there is, those that contestants made included; a truncated one would number anew.
SELECT CONCAT('DELETE FROM `', table_name, '`') FROM information_schema.tables
WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY table_name;
