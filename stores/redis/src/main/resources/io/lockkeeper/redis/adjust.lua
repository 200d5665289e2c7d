-- Sets the end of a lease, earlier or later than it was.
--
-- ARGV[3]  the claim that was granted
-- ARGV[4]  how long its lease lasts from now
-- Replies  1, or 0 if the grant was not current

local failure = read(ARGV[3], '')
if failure then
  return failure
end
if state.claim ~= ARGV[3] or not isHeld() then
  return 0
end
if ARGV[4] == '0' then
  return handOn() or 1
end
redis.call('HDEL', lock, '') -- Needs no memory, so that a full server takes what follows.
state.ends = now + ARGV[4]
redis.call('HSET', lock, 'u:' .. ARGV[3], state.ends)
armFor(state.ends)
if state.ends < state.promised then
  tell(0)
end
return 1
