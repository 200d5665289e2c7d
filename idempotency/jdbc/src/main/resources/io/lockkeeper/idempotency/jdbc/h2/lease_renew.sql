-- Renews leases.
MERGE INTO ${table} AS held
USING (${due}) AS due
ON held.scope = due.scope AND held.id = due.id AND held.owner = due.owner AND held.token = due.token
WHEN MATCHED AND held.state = 1 AND held.format = 1
  AND (held.purge_at IS NULL OR held.purge_at > ${now})
THEN UPDATE SET lease_end = ${now} + due.lease, purge_at = ${now} + due.lease + due.abandoned,
  purge_minute = (${now} + due.lease + due.abandoned) / 60000000
