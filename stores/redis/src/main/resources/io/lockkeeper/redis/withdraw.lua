-- Makes a claim as though it had never been.
--
-- ARGV[3..9]  the claim, as it was sent
-- ARGV[10]    1 if the claim may still be on its way: a mark is left, which it will meet
-- Replies     1

local claim, client = ARGV[3], ARGV[4]

local failure = read(claim, client)
if failure then
  return failure
end
local member = table.concat({ claim, ARGV[6], ARGV[7], ARGV[8], ARGV[9], ARGV[5] }, '\n')
local place = redis.call('ZRANK', queue, member)
if not place then
  -- A claim that is only named, or was sent with other terms.
  local members = redis.call('ZRANGE', queue, 0, -1)
  for index = 1, #members do
    if string.sub(members[index], 1, #claim + 1) == claim .. '\n' then
      member, place = members[index], index - 1
    end
  end
end
if place then
  redis.call('ZREM', queue, member)
  state.waiting = math.max(0, state.waiting - 1)
  if state.known then
    redis.call('HSET', lock, 'q', state.waiting)
  end
  if place < 3 and isHeld() then
    tell(2)
  end
end
failure = state.claim == claim and handOn()
if failure then
  return failure
end
if ARGV[10] == '1' then
  mark(claim)
end
return 1
