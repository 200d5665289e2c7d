-- One attempt to hold the lock: the middle of the scripts that claim.

-- The reply to a claim that holds the lock.
local function granted()
  return { 'granted', state.first, state.last, state.ends - now, now, state.waiting }
end

-- The reply to a claim that holds the lock already. Its lease is told a microsecond shorter: see renew.lua.
local function grantedBefore()
  local first, last = string.match(redis.call('HGET', lock, 'g:' .. state.claim) or '', '^%d+/%d+\n(%d+)\n(%d+)\n')
  state.first, state.last = stored(first), stored(last)
  if not (state.first and state.last) then
    return foreign('a malformed grant')
  end
  state.repeated = true
  state.ends = state.ends - 1
  return granted()
end

-- When a claim that waits asks again, in case it is told nothing. The first three ask soon after the lease before them
-- ends, one after the other. Those further behind are told nothing at hand-overs: they ask after a claim time for each one
-- ahead, which is how long it takes if all of those are dead. The fourth asks at the earlier of the two. The others must
-- not: all of a long line would ask when a lease ends. A claim that finds that those ahead did not ask in time asks after
-- each of their claim times. All ask once a minute.
local function recheck(ahead, wasFree)
  local wait = state.ends - now + 1000
  if not wasFree then
    local soon, turn = wait + ahead * claimTime / 8, ahead * claimTime
    wait = ahead < 3 and soon or ahead > 3 and turn or math.min(soon, turn)
  end
  return math.min(wait, 60000000)
end

-- Adds a claim to the line: 1, 0 if it is there already, or nothing and the error of a server that is full.
local function join(member)
  local added = redis.pcall('ZADD', queue, 'NX', math.max(state.arrival + 1, now), member)
  if type(added) ~= 'table' then
    return added
  end
  return redis.call('ZRANK', queue, member) and 0, added
end

-- Puts a claim in line, or finds it there; how many are ahead, or nothing and an error.
local function enqueue(member)
  local added, failure = join(member)
  if not added then
    return nil, failure
  end
  state.repeated = added == 0
  local waiting = redis.call('ZCARD', queue)
  if added == 1 then
    redis.call('HSET', lock, 'q', waiting, 'a', math.max(state.arrival + 1, now), 'r', retention)
    state.kept = retention
  elseif waiting ~= state.waiting then
    redis.call('HSET', lock, 'q', waiting)
  end
  state.waiting = waiting
  if added == 1 and waiting > 1 then
    return waiting - 1
  end
  keepQueue() -- The first one does so, and all that ask again.
  return added == 1 and 0 or redis.call('ZRANK', queue, member)
end

-- Puts a claim in line. The first one tells the holder, each time that it asks.
local function lineUp(claim, member, wasFree)
  local ahead, failure = enqueue(member)
  if failure then
    return failure
  end
  if ahead == 0 and channelOf(state.claim) ~= channelOf(claim) then
    publish(state.claim, 'contended', lock)
  end
  return { 'queued', state.holder, ahead, now, recheck(ahead, wasFree) }
end

-- Sends a claim back: its withdrawal arrived before it.
local function isWithdrawn(claim)
  local highest, ends = string.match(state.withdrawn or '', '^(%d+):(%d+)$')
  return ends and tonumber(ends) > now and tonumber(string.match(claim, '%d+$')) <= tonumber(highest)
end

local function attempt(claim, holder, lease, tokens, permits, secret)
  if isHeld() and state.claim == claim then
    return grantedBefore()
  end
  if isWithdrawn(claim) then
    return { 'withdrawn' }
  end
  local member = table.concat({ claim, lease, tokens, permits, secret, holder }, '\n')
  local wasFree = not isHeld()
  if wasFree then
    local taken, failure = serve(member)
    if failure then
      return failure
    elseif not taken then
      give(claim, permits, holder, tonumber(lease), tonumber(tokens))
      tellNext()
      return granted()
    end
  end
  if secret ~= '0' then
    return lineUp(claim, member, wasFree)
  end
  return { 'busy', state.holder, math.min(state.ends - now, 100000) }
end
