-- Makes a claim as though it had never been.
--
-- ARGV[3..9]  the claim, as it was sent
-- ARGV[10]    1 if the claim may still be on its way: a mark is left, which it will meet
-- Replies     1

local claim, client = ARGV[3], ARGV[4]
local marksBeforeSweep = 32

-- Removes the marks that ended, and says after how many more to come again.
local function sweep()
  local fields = redis.call('HGETALL', lock)
  local ended, alive = {}, 0
  for index = 1, #fields, 2 do
    if string.sub(fields[index], 1, 2) == 'w:' then
      if (stored(string.match(fields[index + 1], ':(%d+)$')) or 0) <= now then
        ended[#ended + 1] = fields[index]
      else
        alive = alive + 1
      end
    end
  end
  for index = 1, #ended do
    redis.call('HDEL', lock, ended[index])
  end
  return math.max(marksBeforeSweep, alive)
end

local function mark()
  local highest = tonumber(string.match(claim, '%d+$'))
  highest = math.max(highest, tonumber(string.match(state.withdrawn or '', '^%d+')) or 0)
  local untilSweep = (stored(redis.call('HGET', lock, 'k')) or marksBeforeSweep) - 1
  if untilSweep <= 0 then
    untilSweep = sweep()
  end
  redis.call('HSET', lock, 'v', '1', 'q', state.waiting, 'k', untilSweep,
    'w:' .. client, digits(highest) .. ':' .. digits(now + markLife))
  if state.expiry < now + markLife then
    arm(now + math.max(retention, markLife))
  end
end

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
  mark()
end
return 1
