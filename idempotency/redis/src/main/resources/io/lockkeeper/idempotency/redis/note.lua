-- Stores a recovery point, if owner and token are the record's, and it is in progress.
--
-- ARGV     owner, token, step, value
-- Replies  1, or 0 if the record is gone, finished or another's

local version, state, owner, token = unpack(redis.call('HMGET', key, 'v', 's', 'o', 'n'))
if version ~= '1' or state ~= 'p' or owner ~= ARGV[1] or token ~= ARGV[2] then
  return 0
end
redis.call('HSET', key, 'h', '1', 'p:' .. ARGV[3], ARGV[4])
return 1
