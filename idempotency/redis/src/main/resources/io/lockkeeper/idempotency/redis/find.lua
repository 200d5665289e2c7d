-- Looks a record up.
--
-- Replies  nothing if the key is free; foreign, and what is wrong; or state, token, fingerprint, number of attempts, since
--          when, what is left of the lease or when it was finished, in how many ms the key expires at least (-1: never), size of the outcome,
--          and the server's time

local version, state, token, print, number, since, ends =
  unpack(redis.call('HMGET', key, 'v', 's', 'n', 'f', 'k', 'b', 'e'))
if not version then
  return redis.call('EXISTS', key) == 1 and { 'foreign', 'no version' } or false
elseif version ~= '1' then
  return { 'foreign', 'version ' .. version .. ', which this release does not know' }
elseif state == 'f' then
  return false
end
token, number, since, ends = stored(token), stored(number), stored(since), stored(ends)
if not (state == 'p' or state == 'c' or state == 'r') or not (token and number and since and ends and print) then
  return { 'foreign', 'fields that are missing or malformed' }
end
local left = redis.call('PTTL', key)
left = left > 0 and left - 1 or left -- The server rounds up.
return { state, token, print, number, since, ends, left, redis.call('HSTRLEN', key, 'x'), now }
