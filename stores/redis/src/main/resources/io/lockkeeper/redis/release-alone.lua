-- The usual release: the claim holds the lock, nobody waits for it, and its key does not live much longer than it need.

seen = redis.call('HMGET', lock, 'v', 'c', 'n', 'q', 'a', 'x', 'r', 'w:', 'u:' .. ARGV[3])
if seen[1] == '1' and seen[2] == ARGV[3] and seen[4] == '0' and (stored(seen[9]) or 0) > now
  and (stored(seen[6]) or 0) <= now + math.max(3 * retention, 60000000) then
  redis.call('HDEL', lock, 'c', 'g:' .. ARGV[3], 'u:' .. ARGV[3])
  return 1
end
