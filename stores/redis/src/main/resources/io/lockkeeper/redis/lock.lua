-- The state of one lock and how it changes hands, as far as it is not free or not held by the claim alone.

local state
local markLife, queueLife = 60000000, 600000000

-- Lua prints a number with 14 digits unless told otherwise.
local function digits(number)
  return string.format('%.0f', number)
end

local function foreign(what)
  return redis.error_reply('FOREIGN The key ' .. lock .. ' has ' .. what .. '; it counts as held.')
end

-- Reads the end and the grant of another claim's lease. One without an end lasts as long as the key.
local function readHolder()
  local field = redis.call('HMGET', lock, 'u:' .. state.claim, 'g:' .. state.claim)
  state.ends = stored(field[1]) or state.expiry
  state.holder = string.match(field[2] or '', '^%d+/%d+\n%d+\n%d+\n%d+\n(.*)$') or ''
end

-- Reads the state. What it replies is an error to reply with.
local function read(claim, client)
  local field = seen or redis.call('HMGET', lock, 'v', 'c', 'n', 'q', 'a', 'x', 'r', 'w:' .. client, 'u:' .. claim)
  local known = field[1]
  if not known and redis.call('EXISTS', lock) == 1 then
    return foreign('no version')
  elseif known and known ~= '1' then
    return foreign('version ' .. known .. ', which this release does not know')
  elseif field[2] and string.find(field[2], '\n', 1, true) then
    return foreign('several holders')
  end
  state = {
    known = known,
    claim = field[2],
    last = stored(field[3] or 0),
    -- The queue may have outlived the hash, which somebody deleted.
    waiting = stored(field[4]) or redis.call('ZCARD', queue),
    arrival = stored(field[5] or 0),
    expiry = stored(field[6] or (not known and 0)),
    kept = stored(field[7] or 0),
    withdrawn = field[8],
    ends = 0,
    popped = 0,
  }
  if not (state.last and state.arrival and state.expiry and state.kept) then
    return foreign('text where numbers belong')
  end
  retention = math.max(retention, state.kept)
  if state.claim == claim then
    state.ends = stored(field[9]) or state.expiry
  elseif state.claim then
    readHolder()
  end
  state.promised = state.ends
end

local function isHeld()
  return state.claim and state.ends > now
end

-- The channel of a claim's client.
local function channelOf(claim)
  return string.match(lock, '^[^{]*') .. 'c:' .. (string.match(claim, '^(.*):') or '')
end

-- Tells a claim's client something. How many heard it, and an error if there is one, as where the user may not publish.
-- Only who hands the lock on need look at that: all other messages are hints, which may be lost.
local function publish(claim, ...)
  local heard = redis.pcall('PUBLISH', channelOf(claim), table.concat({ ... }, '\n'))
  if type(heard) == 'table' then
    return 0, heard
  end
  return heard
end

-- Whether a claim's client may listen. PUBLISH counts those, too, who subscribed to a pattern; where the user may not
-- ask, its count has to do.
local function mayListen(claim)
  local counted = redis.pcall('PUBSUB', 'NUMSUB', channelOf(claim))
  return counted.err or counted[2] > 0
end

-- Sets when the lock's key expires, and notes in the hash when that is and why.
local function arm(expiry)
  state.expiry, state.kept = expiry, retention
  redis.call('HSET', lock, 'x', expiry, 'r', retention)
  redis.call('PEXPIREAT', lock, math.ceil(expiry / 1000))
end

-- Has the lock's key outlive a lease by three quarters of the retention at least, and its token, which is new, by all of
-- it.
local function armFor(ends)
  if state.kept < retention or state.expiry < math.max(ends + retention * 3 / 4, now + retention) then
    arm(math.max(state.expiry, ends + retention))
  end
end

-- Lets go of the key sooner: nobody holds the lock now.
local function disarm()
  if state.expiry > now + math.max(3 * retention, markLife) then
    local marks = redis.call('HGET', lock, 'k') and markLife or 0
    arm(now + math.max(retention, marks))
  end
end

-- Makes a claim the holder, in place of the one before.
local function give(claim, permits, holder, lease, tokens)
  local before = state.claim
  state.claim, state.holder = claim, holder
  state.first = math.max(state.last + 1, now)
  state.last = state.first + tokens - 1
  state.ends = now + lease
  local granted = table.concat({ permits, digits(state.first), digits(state.last), digits(now), holder }, '\n')
  redis.call('HSET', lock, 'v', '1', 'c', claim, 'g:' .. claim, granted, 'u:' .. claim, state.ends,
    'n', state.last, 'q', state.waiting)
  if before and before ~= claim then
    redis.call('HDEL', lock, 'g:' .. before, 'u:' .. before)
  end
  armFor(state.ends)
end

-- Leaves the lock free.
local function vacate()
  redis.call('HDEL', lock, 'c', 'g:' .. state.claim, 'u:' .. state.claim)
  state.claim = false
  disarm()
end

-- Tells those at some of the first three places in line when the lease before them ends, so that they ask again then.
local function tell(from)
  if state.waiting <= from then
    return
  end
  for _, member in ipairs(redis.call('ZRANGE', queue, from, 2)) do
    local claim = string.match(member, '^(%S+:%d+)\n')
    if claim then
      publish(claim, 'next', lock, digits(math.max(0, state.ends - now)))
    end
  end
end

-- Tells the first three what is new for them. Who was there before knows of a time when to ask that is no later, unless
-- the lease before was to end much later than the one that began.
local function tellNext()
  tell(state.promised > now + claimTime and 0 or math.max(0, 3 - state.popped))
end

-- Lets the queue's key live until its waiters have asked again.
local function keepQueue()
  redis.call('PEXPIREAT', queue, math.ceil((now + queueLife) / 1000))
end

-- Takes the first one out of the line: it, and its arrival number. If the queue is gone, as one that was evicted, nobody
-- knows who waited: all are told to ask again.
local function pop()
  local member, arrival = unpack(redis.call('ZPOPMIN', queue))
  if not member then
    publish('@all:', 'gone', lock)
  end
  state.waiting = member and state.waiting - 1 or 0
  state.popped = state.popped + 1
  return member, arrival
end

-- Hands the lock to a member of the queue, if its client listens; a client that nobody can tell is gone. Whether that
-- was so, or nothing and an error. The message tells of a lease that is shorter by a microsecond: see renew.lua.
local function handTo(member)
  local claim, lease, tokens, permits, secret, holder =
    string.match(member, '^(%S+:%d+)\n(%d+)\n(%d+)\n(%d+/%d+)\n(%x+)\n(.*)$')
  lease, tokens = stored(lease), stored(tokens)
  if not (claim and lease and tokens) then
    redis.log(redis.LOG_WARNING, 'Lockkeeper removed a malformed member from ' .. queue)
    return false
  end
  if not mayListen(claim) then
    return false
  end
  lease = math.min(claimTime, lease)
  local first = math.max(state.last + 1, now)
  local heard, failure = publish(claim, 'granted', lock, claim, secret, digits(first),
    digits(first + tokens - 1), digits(lease - 1), digits(now), digits(state.waiting))
  if heard == 0 then
    return false, failure
  end
  give(claim, permits, holder, lease, tokens)
  tellNext()
  return true
end

-- Hands the lock to the first in line that can take it. Stops at the member `own`, whose claim is being answered.
-- Whether someone else has the lock now, and the error of one who could not be told: it keeps its place.
local function serve(own)
  while state.waiting > 0 do
    local member, arrival = pop()
    if not member or member == own then
      return false
    end
    local taken, failure = handTo(member)
    if failure then
      redis.call('ZADD', queue, arrival, member)
      keepQueue()
    end
    if taken or failure then
      return taken, failure
    end
  end
  return false
end

-- Ends what the holder has: the next in line has it, or nobody. What it returns is an error to reply with: nothing was
-- ended.
local function handOn()
  local waited = state.waiting > 0
  local taken, failure = serve(nil)
  if taken or failure then
    return failure
  end
  vacate()
  if waited then
    redis.call('HSET', lock, 'q', '0')
  end
end
