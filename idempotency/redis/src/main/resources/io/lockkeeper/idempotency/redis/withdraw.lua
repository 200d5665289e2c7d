-- Undoes a claim: frees the key if it owns it, and leaves a mark, which the claim meets if it is still on its way. If there were
-- attempts before it, its lease expires instead: they may have had their effects.
--
-- ARGV     owner
-- Replies  1 if the claim owned the key, otherwise 0

local version, state, owner, token, number = unpack(redis.call('HMGET', key, 'v', 's', 'o', 'n', 'k'))
local owned = version == '1' and state == 'p' and owner == ARGV[1]
if owned and number == '1' then
  vacate(token)
elseif owned then
  redis.call('HSET', key, 'e', now)
end
redis.call('SET', KEYS[2], '', 'PX', MARK_LIFE / 1000)
if owned then
  publish()
end
return owned and 1 or 0
