-- Frees a key, if owner and token are the record's, and it is in progress. Leaves a mark, so that a late copy of the claim
-- does not take the key for nobody.
--
-- ARGV     owner, token
-- Replies  1, or 0 if the record is gone, finished or another's

local version, state, owner, token = unpack(redis.call('HMGET', key, 'v', 's', 'o', 'n'))
if version ~= '1' or state ~= 'p' or owner ~= ARGV[1] or token ~= ARGV[2] then
  return 0
end
vacate(token)
redis.call('SET', KEYS[2], '', 'PX', MARK_LIFE / 1000)
publish()
return 1
