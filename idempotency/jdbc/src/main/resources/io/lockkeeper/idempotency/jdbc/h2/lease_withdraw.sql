-- Withdraws a claim that was granted: the row counts as absent, and refuses a late copy of the claim. If there were attempts before it,
-- its lease expires instead: they may have had their effects.
UPDATE ${table} SET
  purge_at = CASE WHEN attempts > 1 THEN purge_at ELSE 0 END,
  purge_minute = CASE WHEN attempts > 1 THEN purge_minute ELSE ${now} / 60000000 + 10 END,
  lease_end = ${now},
  points = CASE WHEN attempts > 1 THEN points END,
  attempts = CASE WHEN attempts > 1 THEN attempts ELSE -ABS(attempts) END
WHERE scope = ? AND id = ? AND owner = ? AND state = 1 AND format = 1 AND attempts <> 0
