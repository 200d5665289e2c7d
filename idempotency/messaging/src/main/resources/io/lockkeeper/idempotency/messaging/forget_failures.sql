DELETE FROM lockkeeper_inbox_failures WHERE scope = ? AND id = ?
