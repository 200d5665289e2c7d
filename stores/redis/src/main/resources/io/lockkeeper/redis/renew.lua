-- Renews leases; each ends its lease time from now, or later if it would have.
--
-- KEYS[i]                             a lock, as in head.lua
-- ARGV[1]                             as in head.lua
-- ARGV[3i-1], ARGV[3i], ARGV[3i+1]    the claim that was granted, its lease, its end as the client knows it
-- Replies                             now, then a digit for each: 1, 2 if it ends later, or 0 if the grant is not current
--
-- A field that is named after the claim exists while the claim holds the lock, so nothing else is compared. It is read
-- and written by one command: moved on by the difference between the new end and the one that the client knows, it
-- shows what it was before. If the client knew something else (a reply was lost), it is set once more; if the lock is gone
-- or its lease has ended, the step is taken back, so that no lock is made anew; nor is one shortened by a late request.

local retention = tonumber(ARGV[1])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]

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

-- The key's expiry is moved on whenever the lease's end enters another half of the retention: at the grant it outlived the
-- lease by three quarters of it, so it always outlives it by one. Waiters see to the queue's when they ask again.
local function rearm(lock, before, ends)
  local half = retention / 2
  if math.floor(before / half) ~= math.floor(ends / half) then
    redis.call('PEXPIRE', lock, math.ceil((ends + retention - now) / 1000))
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

local outcome = {}
for index = 1, #KEYS do
  local digit, failure =
    renew(KEYS[index], ARGV[3 * index - 1], tonumber(ARGV[3 * index]), tonumber(ARGV[3 * index + 1]))
  if failure then
    return failure
  end
  outcome[index] = digit
end
return { now, table.concat(outcome) }
