DELETE FROM lockkeeper_outbox WHERE seq IN (${values})
