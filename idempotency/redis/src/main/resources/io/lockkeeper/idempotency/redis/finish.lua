-- Stores the outcome, if owner and token are the record's. A second copy changes nothing, and has the same reply.
--
-- ARGV     owner, token, state (c or r), for how long the record is kept (nothing: for ever), outcome
-- Replies  1, or 0 if the record is gone or another's

local version, state, owner, token, points = unpack(redis.call('HMGET', key, 'v', 's', 'o', 'n', 'h'))
if version ~= '1' or owner ~= ARGV[1] or token ~= ARGV[2] then
  return 0
elseif state == 'c' or state == 'r' then
  return 1
elseif state ~= 'p' then
  return 0
end
begin() -- A full server takes the outcome of what has run.
redis.call('HSET', key, 's', ARGV[3], 'e', now, 'x', ARGV[5])
if points then
  forgetPoints()
end
keep(now, ARGV[4])
publish()
return 1
