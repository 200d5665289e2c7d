-- Notifies whoever listens to a channel.
SELECT pg_notify(?, ?)
