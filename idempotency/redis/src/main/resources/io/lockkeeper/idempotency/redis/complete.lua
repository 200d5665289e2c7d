-- Completes a key in progress by hand, under a token of its own: an attempt that may still run must not take this end for
-- its own.
--
-- ARGV     the token of its last attempt, for how long the record is kept (nothing: for ever), outcome
-- Replies  1, or 0 if the key is free, is finished, has another token, or is not understood

local version, state, token, points = unpack(redis.call('HMGET', key, 'v', 's', 'n', 'h'))
if version ~= '1' or state ~= 'p' or token ~= ARGV[1] or not stored(token) then
  return 0
end
begin()
redis.call('HSET', key, 's', 'c', 'n', math.max(token + 1, now), 'e', now, 'x', ARGV[3])
if points then
  forgetPoints()
end
keep(now, ARGV[2])
publish()
return 1
