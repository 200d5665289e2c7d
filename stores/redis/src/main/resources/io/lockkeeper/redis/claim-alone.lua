-- The usual attempt: nobody holds the lock, waits for it or withdrew, and the key lives long enough. It needs none of the
-- functions that follow, which would take longer to define than this takes to run.

seen = redis.call('HMGET', lock, 'c', 'h', 'f', 'n', 'q', 'a', 'x', 'w:' .. ARGV[4], 'u:' .. ARGV[3])
if not seen[1] and not seen[8] and (seen[5] == '0' or not seen[5]) then
  local lease = tonumber(ARGV[6])
  if seen[7] and tonumber(seen[7]) >= now + lease + retention * 3 / 4 then
    local first = math.max((seen[4] or 0) + 1, now)
    local last = first + ARGV[7] - 1
    redis.call('HSET', lock, 'c', ARGV[3], 'h', ARGV[5], 's', now, 'f', first, 'n', last, 'u:' .. ARGV[3], now + lease)
    return { 'granted', first, last, lease, now, 0 }
  end
end
