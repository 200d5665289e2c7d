INSERT INTO lockkeeper_inbox_failures (scope, id, failures, purge_at) VALUES (?, ?, 1, ${now} + ?)
