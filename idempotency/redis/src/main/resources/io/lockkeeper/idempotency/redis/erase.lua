-- Replaces the outcome of a finished record; the record is kept for as long as it was.
--
-- ARGV     the outcome that tells that it is gone
-- Replies  1, or 0 if the key is free, in progress, or not understood

local version, state = unpack(redis.call('HMGET', key, 'v', 's'))
if version ~= '1' or not (state == 'c' or state == 'r') then
  return 0
end
redis.call('HDEL', key, 'x') -- Needs no memory, so that a full server takes what follows.
redis.call('HSET', key, 'x', ARGV[1])
return 1
