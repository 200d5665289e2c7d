-- The state of one lock and how it changes hands, as far as it is not free or not held by the claim alone.

local state

-- Lua prints a number with 14 digits unless told otherwise.
local function digits(number)
  return string.format('%.0f', number)
end

local function read(claim, client)
  local field = seen or redis.call('HMGET', lock, 'c', 'h', 'f', 'n', 'q', 'a', 'x', 'w:' .. client, 'u:' .. claim)
  state = {
    claim = field[1],
    holder = field[2] or '',
    first = tonumber(field[3] or 0),
    last = tonumber(field[4] or 0),
    waiting = tonumber(field[5] or 0),
    arrival = tonumber(field[6] or 0),
    expiry = tonumber(field[7] or 0),
    withdrawn = field[8],
    ends = 0,
  }
  if state.claim == claim then
    state.ends = tonumber(field[9] or 0)
  elseif state.claim then
    state.ends = tonumber(redis.call('HGET', lock, 'u:' .. state.claim) or 0)
  end
end

local function isHeld()
  return state.claim and state.ends > now
end

local function publish(client, ...)
  local channel = string.match(lock, '^[^{]*') .. 'c:' .. client
  return redis.call('PUBLISH', channel, table.concat({ ... }, '\n'))
end

local function clientOf(claim)
  return string.match(claim, '^(.*):')
end

-- Lets a key expire when the lock's does.
local function expireWithLock(key)
  redis.call('PEXPIRE', key, digits(math.ceil((state.expiry - now) / 1000)))
end

-- Whether the lock's key must be re-armed to outlive a moment by three quarters of the retention.
local function prolong(moment)
  if state.expiry >= moment + retention * 3 / 4 then
    return false
  end
  state.expiry = moment + retention
  return true
end

local function armed()
  expireWithLock(lock)
  if state.waiting > 0 then
    expireWithLock(queue)
  end
end

-- Makes a claim the holder, in place of the one before.
local function give(claim, holder, lease, tokens)
  local before = state.claim
  state.claim, state.holder = claim, holder
  state.first = math.max(state.last + 1, now)
  state.last = state.first + tokens - 1
  state.ends = now + lease
  local fields = {
    'c', claim, 'h', holder, 's', digits(now), 'f', digits(state.first), 'n', digits(state.last),
    'q', digits(state.waiting), 'u:' .. claim, digits(state.ends),
  }
  local arm = prolong(state.ends)
  if arm then
    fields[#fields + 1] = 'x'
    fields[#fields + 1] = digits(state.expiry)
  end
  redis.call('HSET', lock, unpack(fields))
  if before and before ~= claim then
    redis.call('HDEL', lock, 'u:' .. before)
  end
  if arm then
    armed()
  end
end

-- Leaves the lock free.
local function vacate()
  redis.call('HDEL', lock, 'c', 'h', 's', 'f', 'u:' .. state.claim)
  state.claim = false
end

-- Tells the first in line when the lease before it ends, so that it asks again then.
local function tellNext()
  if state.waiting == 0 then
    return
  end
  local member = redis.call('ZRANGE', queue, 0, 0)[1]
  if member then
    local claim = string.match(member, '^[^\n]*')
    publish(clientOf(claim), 'next', lock, claim, digits(math.max(0, state.ends - now)))
  end
end

-- Hands the lock to the first in line whose client listens; a client that nobody can tell is gone. Stops at
-- the member `own`, whose claim is being answered. Whether someone else has the lock now.
local function serve(own)
  while state.waiting > 0 do
    local member = redis.call('ZPOPMIN', queue)[1]
    state.waiting = member and state.waiting - 1 or 0
    if not member or member == own then
      return false
    end
    local claim, lease, tokens, holder = string.match(member, '^(.-)\n(%d+)\n(%d+)\n(.*)$')
    lease = math.min(claimTime, tonumber(lease))
    tokens = tonumber(tokens)
    local first = math.max(state.last + 1, now)
    local heard = publish(clientOf(claim), 'granted', lock, claim, digits(first), digits(first + tokens - 1),
      digits(lease), digits(now), digits(state.waiting))
    if heard > 0 then
      give(claim, holder, lease, tokens)
      tellNext()
      return true
    end
  end
  return false
end

-- Ends what the holder has: the next in line has it, or nobody.
local function handOn()
  local waited = state.waiting > 0
  if serve(nil) then
    return
  end
  vacate()
  if waited then
    redis.call('HSET', lock, 'q', '0')
  end
end
