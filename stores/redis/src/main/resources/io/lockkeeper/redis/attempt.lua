-- One attempt to hold the lock: the middle of the scripts that claim.

-- The reply to a claim that holds the lock.
local function granted()
  return { 'granted', state.first, state.last, state.ends - now, now, state.waiting }
end

-- The reply to a claim that waits. The first in line asks again when the lease before it ends, the others once
-- a lease, and all of them once a minute: a message that was lost costs no more.
local function queued(ahead, lease)
  local recheck = ahead == 0 and state.ends - now + 1000 or lease
  return { 'queued', state.holder, ahead, now, math.min(recheck, 60000000) }
end

-- Adds a claim to the line: 1, 0 if it is there already, or nothing and the error of a server that is full.
local function join(member)
  local added = redis.pcall('ZADD', queue, 'NX', math.max(state.arrival + 1, now), member)
  if type(added) ~= 'table' then
    return added
  end
  return redis.call('ZRANK', queue, member) and 0, added
end

-- Finds a claim in line, and counts anew who waits: the count may have been deleted with the lock.
local function rejoin(member)
  state.known = true
  local waiting = redis.call('ZCARD', queue)
  if waiting ~= state.waiting then
    state.waiting = waiting
    redis.call('HSET', lock, 'q', waiting)
  end
  return redis.call('ZRANK', queue, member)
end

-- Puts a claim in line, or finds it there. The queue's expiry is moved on by its first member and by all that ask again.
local function enqueue(claim, member, lease)
  local added, failure = join(member)
  if not added then
    return failure
  end
  local ahead = state.waiting
  if added == 0 then
    ahead = rejoin(member)
  else
    state.waiting = state.waiting + 1
    state.arrival = math.max(state.arrival + 1, now)
    redis.call('HSET', lock, 'q', state.waiting, 'a', state.arrival)
    if ahead == 0 and clientOf(state.claim) ~= clientOf(claim) then
      publish(clientOf(state.claim), 'contended', lock)
    end
  end
  if added == 0 or ahead == 0 then
    state.expiry = math.max(state.expiry, now + retention)
    expireWithLock(queue)
  end
  return queued(ahead, lease)
end

-- Sends a claim back: its withdrawal arrived before it.
local function isWithdrawn(claim)
  if not state.withdrawn then
    return false
  end
  local highest, ends = string.match(state.withdrawn, '^(%d+):(%d+)$')
  return tonumber(ends) > now and tonumber(string.match(claim, '%d+$')) <= tonumber(highest)
end

local function attempt(claim, holder, lease, tokens, mayQueue)
  if isHeld() and state.claim == claim then
    state.known = true
    return granted()
  end
  if isWithdrawn(claim) then
    return { 'withdrawn' }
  end
  local member = table.concat({ claim, lease, tokens, holder }, '\n')
  lease, tokens = tonumber(lease), tonumber(tokens)
  if not isHeld() and not serve(member) then
    give(claim, holder, lease, tokens)
    tellNext()
    return granted()
  end
  if mayQueue == '1' then
    return enqueue(claim, member, lease)
  end
  return { 'busy', state.holder, math.min(state.ends - now, 100000) }
end
