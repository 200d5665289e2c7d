SELECT failures FROM lockkeeper_inbox_failures WHERE scope = ? AND id = ? AND purge_at > ${now}
