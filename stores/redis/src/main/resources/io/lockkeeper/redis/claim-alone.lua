-- The usual attempt: nobody holds the lock, waits for it or withdrew. It needs none of the functions that follow, which
-- would take longer to define than this takes to run.

seen = redis.call('HMGET', lock, 'v', 'c', 'n', 'q', 'a', 'x', 'r', 'w:' .. ARGV[4], 'u:' .. ARGV[3])
local isNew = not seen[1] and redis.call('EXISTS', lock, queue) == 0
if isNew or (seen[1] == '1' and not seen[2] and seen[4] == '0' and not seen[8]) then
  local ends = now + ARGV[6]
  local last, expiry, kept = stored(seen[3] or 0), stored(seen[6] or 0), stored(seen[7] or 0)
  if last and expiry and kept then
    retention = math.max(retention, kept)
    local first = math.max(last + 1, now)
    last = first + ARGV[7] - 1
    local granted = string.format('%s\n%.0f\n%.0f\n%.0f\n%s', ARGV[8], first, last, now, ARGV[5])
    if kept == retention and expiry >= math.max(ends + retention * 3 / 4, now + retention) then
      redis.call('HSET', lock, 'c', ARGV[3], 'g:' .. ARGV[3], granted, 'u:' .. ARGV[3], ends, 'n', last)
    else
      expiry = math.max(expiry, ends + retention)
      redis.call('HSET', lock, 'c', ARGV[3], 'g:' .. ARGV[3], granted, 'u:' .. ARGV[3], ends, 'n', last,
        'v', '1', 'q', '0', 'x', expiry, 'r', retention)
      redis.call('PEXPIREAT', lock, math.ceil(expiry / 1000))
    end
    return { 'granted', first, last, ends - now, now, 0 }
  end
end
