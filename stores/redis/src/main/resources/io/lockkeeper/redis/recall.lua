-- Asks the holder of a lock to give it up: leaves a note that its client looks for, and tells it to look. Takes nothing.
--
-- ARGV[3]  the first token of the grant to recall, or nothing for whichever is current
-- Replies  the holder as text, since when, how long its lease lasts, its first token, and whether its client may listen;
--          or nothing if nobody held the lock, or another grant is current

local failure = read('', '')
if failure then
  return failure
end
if not isHeld() then
  return false
end
local granted = redis.call('HGET', lock, 'g:' .. state.claim) or ''
local first, since = string.match(granted, '^%d+/%d+\n(%d+)\n%d+\n(%d+)\n')
first, since = first or '0', since or '0'
if ARGV[3] ~= '' and ARGV[3] ~= first then
  return false
end
redis.call('HDEL', lock, 'y') -- Needs no memory, so that a full server takes what follows.
redis.call('HSET', lock, 'y', table.concat({ state.claim, first, digits(now + markLife) }, '\n'))
publish(state.claim, 'recall', lock, state.claim)
return { state.holder, since, digits(state.ends - now), first, mayListen(state.claim) and 1 or 0 }
