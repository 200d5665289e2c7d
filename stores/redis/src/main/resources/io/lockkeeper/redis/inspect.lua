-- Shows locks as they are; changes nothing.
--
-- KEYS[2i-1], KEYS[2i]  a lock and its queue, as in head.lua
-- ARGV[1]               how many waiters to show of each lock, and about how many of all
-- Replies               for each: the last token given; its holders, four parts each (holder, since when, what is left
--                       of the lease, first token); those who wait. Or what is the matter with it, in one part. It ends
--                       early, after the first lock at least, when enough waiters are shown

local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]

local function holder(lock, claim)
  local field = redis.call('HMGET', lock, 'u:' .. claim, 'g:' .. claim, 'x')
  local ends = stored(field[1]) or stored(field[3])
  if not ends then
    error({ err = 'its key has text where numbers belong' })
  end
  local left = ends - now
  local first, since, text = string.match(field[2] or '', '^%d+/%d+\n(%d+)\n%d+\n(%d+)\n(.*)$')
  return left > 0, text or '', since or '0', math.max(0, left), first or '0'
end

local function holders(lock, claims)
  local found = {}
  for claim in string.gmatch(claims or '', '[^\n]+') do
    local live, text, since, left, first = holder(lock, claim)
    if live then
      for _, part in ipairs({ text, since, left, first }) do
        found[#found + 1] = part
      end
    end
  end
  return found
end

local function waiters(queue)
  local found = {}
  for _, member in ipairs(redis.call('ZRANGE', queue, 0, ARGV[1] - 1)) do
    found[#found + 1] = string.match(member, '^[^\n]*\n%d+\n%d+\n%d+/%d+\n%x+\n(.*)$')
  end
  return found
end

local function show(lock, queue)
  local field = redis.call('HMGET', lock, 'v', 'c', 'n')
  if field[1] ~= '1' and redis.call('EXISTS', lock) == 1 then
    return { 'it has version ' .. tostring(field[1] or 'none') .. ', which this release does not know' }
  end
  return { field[3] or '0', holders(lock, field[2]), waiters(queue) }
end

local rows, shown = {}, 0
for index = 1, #KEYS / 2 do
  local sound, row = pcall(show, KEYS[2 * index - 1], KEYS[2 * index])
  rows[index] = sound and row or { type(row) == 'table' and row.err or tostring(row) }
  shown = shown + (sound and row[3] and #row[3] or 0)
  if shown >= tonumber(ARGV[1]) then
    break
  end
end
return rows
