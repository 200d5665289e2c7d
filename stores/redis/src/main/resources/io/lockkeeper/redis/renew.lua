-- Renews leases; each ends its lease time from now, or later if it would have.
--
-- KEYS[i]                             a lock, as in head.lua
-- ARGV[1]                             as in head.lua
-- ARGV[3i-1], ARGV[3i], ARGV[3i+1]    the claim that was granted, its lease, its end as the client knows it
-- Replies                             now, then a digit for each: 1, 2 if it ends later, 0 if the grant is not current,
--                                     or ? if the key is not what it should be
--
-- A field that is named after the claim exists while the claim holds the lock, so nothing else is compared. It is read
-- and written by one command: moved on by the difference between the new end and the one that the client knows, it
-- shows what it was before. If the client knew something else (a reply was lost), it is set once more; if the lock is gone
-- or its lease has ended, the step is taken back, so that no lock is made anew; nor is one shortened by a late request.

local retention = tonumber(ARGV[1])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local gone = {}

-- A full server takes writes that may need memory only after one that does not; these need none.
local function write(command, key, ...)
  local reply = redis.pcall(command, key, ...)
  if type(reply) == 'table' and reply.err and string.find(reply.err, 'OOM', 1, true) then
    redis.call('HDEL', key, '')
    reply = redis.pcall(command, key, ...)
  end
  if type(reply) == 'table' and reply.err then
    return nil, reply
  end
  return reply
end

-- Moves a lease's end, and says where it was; 0 if there was none.
local function move(lock, field, from, to)
  local moved, failure = write('HINCRBY', lock, field, to - from)
  return moved and moved - (to - from), failure
end

local function takeBack(lock, field, before)
  if before == 0 then
    redis.call('HDEL', lock, field)
  else
    redis.call('HSET', lock, field, before)
  end
end

-- A grant outlives its lease's end by three quarters of the retention. Whenever the end enters another half of it, the
-- key's expiry is looked at, and is moved if less is left: so it always outlives the lease by a quarter.
local function rearm(lock, before, ends)
  local half = retention / 2
  if math.floor(before / half) == math.floor(ends / half) then
    return
  end
  if (tonumber(redis.call('HGET', lock, 'x')) or 0) < ends + retention * 3 / 4 then
    redis.call('HSET', lock, 'x', ends + retention)
    redis.call('PEXPIREAT', lock, math.ceil((ends + retention) / 1000))
  end
end

local function renew(lock, claim, lease, known)
  local field, ends = 'u:' .. claim, now + lease
  local before, failure = move(lock, field, known, ends)
  if failure then
    return nil, failure
  end
  if before <= now then
    takeBack(lock, field, before)
    if not redis.call('HGET', lock, 'v') then
      gone[#gone + 1] = lock
    end
    return '0'
  end
  if before > ends then
    takeBack(lock, field, before)
    return '2'
  end
  if before ~= known then
    redis.call('HSET', lock, field, ends)
  end
  rearm(lock, before, ends)
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
    renew(KEYS[index], ARGV[3 * index - 1], tonumber(ARGV[3 * index]), tonumber(ARGV[3 * index + 1]))
  if failure and not isOfOneKey(failure) then
    return failure
  end
  outcome[index] = digit or '?'
end
-- Who waits for a lock that somebody deleted does not know, and may be in no queue any more: all are told.
if #gone > 0 then
  redis.call('PUBLISH', string.match(gone[1], '^[^{]*') .. 'c:@all', 'gone\n' .. table.concat(gone, '\n'))
end
return { now, table.concat(outcome) }
