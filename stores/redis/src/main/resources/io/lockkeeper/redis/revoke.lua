-- Takes a lock away from its holder and serves the next in line.
--
-- ARGV[3]  the first token of the grant to end, or nothing for whichever is current
-- Replies  the holder as text, or nothing if nobody held the lock, or another grant is current

local failure = read('', '')
if failure then
  return failure
end
if not isHeld() then
  return false
end
if ARGV[3] ~= '' then
  local granted = redis.call('HGET', lock, 'g:' .. state.claim) or ''
  if (string.match(granted, '^%d+/%d+\n(%d+)\n') or '0') ~= ARGV[3] then
    return false
  end
end
local claim, holder = state.claim, state.holder
failure = handOn()
if failure then
  return failure
end
mark(claim)
publish(claim, 'lost', lock, claim)
return holder
