-- Takes a lock away from its holder and serves the next in line.
--
-- Replies  the holder as text, or nothing if nobody held the lock

local failure = read('', '')
if failure then
  return failure
end
if not isHeld() then
  return false
end
local claim, holder = state.claim, state.holder
failure = handOn()
if failure then
  return failure
end
publish(claim, 'lost', lock, claim)
return holder
