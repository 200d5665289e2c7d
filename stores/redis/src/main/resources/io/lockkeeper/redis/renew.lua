-- Renews leases; each ends its lease time from now, or later if it would have.
--
-- KEYS[i]                             a lock, as in head.lua
-- ARGV[1]                             as in head.lua
-- ARGV[4i-2] to ARGV[4i+1]            the claim that was granted, its first token, its lease, its end as the client knows it
-- Replies                             now, then a digit for each: 1, 2 if it ends later, 0 if the grant is not current,
--                                     or ? if the key is not what it should be
--
-- A field that is named after the claim exists while the claim holds the lock. It is read and written by one command: moved
-- on by the difference between the new end and the one that the client knows, it shows what it was before. If the client
-- knew something else, a reply was lost, or the grant is another: one that a late copy of the claim got after this one had
-- been taken away, which the first token tells. It is then set once more. If the grant is another, or the lock is gone, or
-- its lease has ended, the step is taken back, so that no lock is made anew; nor is one shortened by a late request.

local retention = tonumber(ARGV[1])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local gone = {}

local function failed(reply)
  return type(reply) == 'table' and reply.err
end

-- Moves a lease's end, and says where it was, 0 if there was none; or nothing and an error. A full server takes writes
-- that may need memory only after one that does not; this one needs none.
local function move(lock, field, step)
  local moved = redis.pcall('HINCRBY', lock, field, step)
  if failed(moved) and string.find(moved.err, 'OOM', 1, true) then
    local first = redis.pcall('HDEL', lock, '')
    moved = failed(first) and first or redis.pcall('HINCRBY', lock, field, step)
  end
  if failed(moved) then
    return nil, moved
  end
  return moved - step
end

local function takeBack(lock, field, step)
  if redis.call('HINCRBY', lock, field, -step) == 0 then
    redis.call('HDEL', lock, field)
  end
end

-- The key outlives a lease that is granted by three quarters of the retention of the client whose script grants it. Whenever
-- the end enters another half of the retention of the client that renews, or was not where that client knew it, the key's
-- expiry is looked at, and is moved if less is left: so the key always outlives the lease by a quarter. A grant may be
-- another client's work, whose retention is shorter: of such a one its client is told an end a microsecond too early, so
-- that the first renewal looks.
local function isToBeRearmed(before, known, ends)
  local half = retention / 2
  return before ~= known or math.floor(before / half) ~= math.floor(ends / half)
end

local function rearm(lock, ends, field)
  local expiry, kept = stored(field[1]) or 0, stored(field[2]) or 0
  local longest = math.max(retention, kept)
  if kept < longest or expiry < ends + longest * 3 / 4 then
    expiry = math.max(expiry, ends + longest)
    redis.call('HSET', lock, 'x', expiry, 'r', longest)
    redis.call('PEXPIREAT', lock, math.ceil(expiry / 1000))
  end
end

local function renew(lock, claim, first, lease, known)
  local field, ends = 'u:' .. claim, now + lease
  local step = ends - known
  local before, failure = move(lock, field, step)
  if failure then
    return nil, failure
  end
  if before <= now then
    takeBack(lock, field, step)
    if not redis.call('HGET', lock, 'v') then
      gone[#gone + 1] = lock
    end
    return '0'
  end
  local look = isToBeRearmed(before, known, ends) and redis.call('HMGET', lock, 'x', 'r', 'g:' .. claim)
  if before ~= known and string.match(look[3] or '', '^%d+/%d+\n(%d+)\n') ~= first then
    takeBack(lock, field, step)
    return '0'
  end
  if before > ends then
    takeBack(lock, field, step)
    return '2'
  end
  if before ~= known then
    redis.call('HSET', lock, field, ends)
  end
  if look then
    rearm(lock, ends, look)
  end
  return '1'
end

-- Whether an error is about one key: somebody else's, or damaged.
local function isOfOneKey(failure)
  for _, part in ipairs({ 'WRONGTYPE', 'not an integer', 'would overflow' }) do
    if string.find(failure.err, part, 1, true) then
      return true
    end
  end
  return false
end

local outcome = {}
for index = 1, #KEYS do
  local digit, failure =
    renew(KEYS[index], ARGV[4 * index - 2], ARGV[4 * index - 1], tonumber(ARGV[4 * index]), tonumber(ARGV[4 * index + 1]))
  if failure and not isOfOneKey(failure) then
    return failure
  end
  outcome[index] = digit or '?'
end
-- Who waits for a lock that somebody deleted does not know, and may be in no queue any more: all are told, if the user
-- may publish.
if #gone > 0 then
  redis.pcall('PUBLISH', string.match(gone[1], '^[^{]*') .. 'c:@all', 'gone\n' .. table.concat(gone, '\n'))
end
return { now, table.concat(outcome) }
