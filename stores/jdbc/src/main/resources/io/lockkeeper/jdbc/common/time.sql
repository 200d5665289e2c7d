-- Reads the time.
SELECT ${now}
