-- The usual release: the claim holds the lock and nobody waits for it.

seen = redis.call('HMGET', lock, 'c', 'h', 'f', 'n', 'q', 'a', 'x', 'w:', 'u:' .. ARGV[3])
if seen[1] == ARGV[3] and (seen[5] == '0' or not seen[5]) and seen[9] and tonumber(seen[9]) > now then
  redis.call('HDEL', lock, 'c', 'h', 's', 'f', 'u:' .. ARGV[3])
  return 1
end
