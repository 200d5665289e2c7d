-- Marks of claims that are to be refused if a copy of them arrives late: of those that were withdrawn, and of those whose
-- grant was taken away, as its client would take the new grant for that one.

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

-- Leaves the mark. A client's marks are one: that of its highest number.
local function mark(claim)
  local client, number = string.match(claim, '^(.*):(%d+)$')
  if not client then
    return -- Somebody else's text.
  end
  local before = string.match(redis.call('HGET', lock, 'w:' .. client) or '', '^%d+')
  local highest = math.max(tonumber(number), tonumber(before or 0))
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
