-- Renews leases; each ends its lease time from now.
--
-- KEYS[2i-1], KEYS[2i]      a lock and its queue, as in lock.lua
-- ARGV[1]                   as in lock.lua
-- ARGV[2i], ARGV[2i+1]      the claim that was granted, its lease
-- Replies                   a digit for each: 1, or 0 if the grant is not current
--
-- A field that is named after the claim exists while the claim holds the lock, so nothing else is compared, and
-- no lock that is gone is made anew.

local retention = tonumber(ARGV[1])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]

-- A full server takes writes that may need memory only after one that does not; these need none.
local function hset(key, ...)
  local reply = redis.pcall('HSET', key, ...)
  if type(reply) == 'table' and reply.err then
    if not string.find(reply.err, 'OOM', 1, true) then
      return reply
    end
    redis.call('HDEL', key, '')
    redis.call('HSET', key, ...)
  end
end

local function renew(lock, queue, claim, lease)
  local field = 'u:' .. claim
  local known = redis.call('HMGET', lock, field, 'x')
  if not known[1] or tonumber(known[1]) <= now then
    return '0'
  end
  local ends = now + lease
  if tonumber(known[2] or 0) >= ends + retention / 2 then
    return nil, hset(lock, field, string.format('%.0f', ends))
  end
  local expiry = ends + retention
  local failure = hset(lock, field, string.format('%.0f', ends), 'x', string.format('%.0f', expiry))
  if not failure then
    local left = string.format('%.0f', math.ceil((expiry - now) / 1000))
    redis.call('PEXPIRE', lock, left)
    redis.call('PEXPIRE', queue, left)
  end
  return nil, failure
end

local outcome = {}
for index = 1, #KEYS / 2 do
  local lost, failure = renew(KEYS[2 * index - 1], KEYS[2 * index], ARGV[2 * index], tonumber(ARGV[2 * index + 1]))
  if failure then
    return failure
  end
  outcome[index] = lost or '1'
end
return table.concat(outcome)
