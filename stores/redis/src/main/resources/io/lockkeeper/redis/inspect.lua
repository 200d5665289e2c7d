-- Shows locks as they are; changes nothing.
--
-- KEYS[2i-1], KEYS[2i]  a lock and its queue, as in head.lua
-- ARGV[1]               how many waiters to show at most
-- Replies               for each: the last token given, holder, since when, what is left of the lease, the holder's
--                       first token, then the waiters; if nobody holds it, 0 for what is left; nothing if unknown

local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]

local function show(lock, queue)
  local field = redis.call('HMGET', lock, 'c', 'h', 's', 'f', 'n', 'q')
  local claim = field[1]
  local ends = claim and tonumber(redis.call('HGET', lock, 'u:' .. claim) or 0) or 0
  local row = { field[5] or '0', field[2] or '', field[3] or '0', math.max(0, ends - now), field[4] or '0' }
  if tonumber(field[6] or 0) > 0 then
    for _, member in ipairs(redis.call('ZRANGE', queue, 0, ARGV[1] - 1)) do
      row[#row + 1] = string.match(member, '^[^\n]*\n%d+\n%d+\n(.*)$')
    end
  end
  return row
end

local rows = {}
for index = 1, #KEYS / 2 do
  rows[index] = show(KEYS[2 * index - 1], KEYS[2 * index])
end
return rows
