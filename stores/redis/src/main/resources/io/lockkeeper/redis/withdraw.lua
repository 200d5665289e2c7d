-- Makes a claim as though it had never been.
--
-- ARGV[3..7]  claim, client, holder as text, lease, tokens, as it was sent
-- ARGV[8]     1 if the claim may still be on its way: a mark is left, which it will meet
-- Replies     1

local claim, client = ARGV[3], ARGV[4]
local markLife, marksBeforeSweep = 60000000, 32

-- Removes the marks that ended, and says after how many more to come again.
local function sweep()
  local fields = redis.call('HGETALL', lock)
  local ended, alive = {}, 0
  for index = 1, #fields, 2 do
    if string.sub(fields[index], 1, 2) == 'w:' then
      if tonumber(string.match(fields[index + 1], ':(%d+)$')) <= now then
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
  if state.withdrawn then
    highest = math.max(highest, tonumber(string.match(state.withdrawn, '^%d+')))
  end
  local untilSweep = tonumber(redis.call('HGET', lock, 'k') or marksBeforeSweep) - 1
  if untilSweep <= 0 then
    untilSweep = sweep()
  end
  local arm = prolong(now + markLife)
  redis.call('HSET', lock, 'w:' .. client, digits(highest) .. ':' .. digits(now + markLife),
    'k', untilSweep, 'x', state.expiry)
  if arm then
    armed()
  end
end

read(claim, client)
local member = table.concat({ claim, ARGV[6], ARGV[7], ARGV[5] }, '\n')
local wasFirst = redis.call('ZRANK', queue, member) == 0
if redis.call('ZREM', queue, member) == 1 then
  state.waiting = math.max(0, state.waiting - 1)
  redis.call('HSET', lock, 'q', state.waiting)
  if wasFirst and isHeld() then
    tellNext()
  end
end
if state.claim == claim then
  handOn()
end
if ARGV[8] == '1' then
  mark()
end
return 1
