DELETE FROM lockkeeper_inbox_failures WHERE purge_at <= ${now}
