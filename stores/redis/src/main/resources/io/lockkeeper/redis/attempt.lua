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

-- Puts a claim in line, or finds it there.
local function enqueue(claim, member, lease)
  local ahead = redis.call('ZRANK', queue, member)
  if ahead then
    state.known = true
  else
    state.arrival = math.max(state.arrival + 1, now)
    redis.call('ZADD', queue, digits(state.arrival), member)
    state.waiting = redis.call('ZCARD', queue)
    ahead = state.waiting - 1
    redis.call('HSET', lock, 'q', digits(state.waiting), 'a', digits(state.arrival))
    if ahead == 0 and clientOf(state.claim) ~= clientOf(claim) then
      publish(clientOf(state.claim), 'contended', lock)
    end
  end
  state.expiry = math.max(state.expiry, now + retention)
  expireWithLock(queue)
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
