UPDATE lockkeeper_outbox SET state = 1, sent_at = ${now} WHERE seq IN (${values})
