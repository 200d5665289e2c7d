-- Frees a key by hand, whatever its state.
--
-- ARGV     the token of its last attempt
-- Replies  1, or 0 if the key is free, has another token, or is not understood

local version, state, token = unpack(redis.call('HMGET', key, 'v', 's', 'n'))
if version ~= '1' or not (state == 'p' or state == 'c' or state == 'r') or token ~= ARGV[1] then
  return 0
end
vacate(token)
publish()
return 1
