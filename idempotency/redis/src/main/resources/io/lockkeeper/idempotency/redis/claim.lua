-- Claims a key.
--
-- ARGV     owner, fingerprint, lease, for how long the record outlives the lease (nothing: for ever), 1 if the claim takes
--          over a key whose lease expired
-- Replies  granted, token, number of attempts, what is left of the lease, and the recovery points: step and value of each;
--          held, fingerprint, what is left of the lease; finished, fingerprint, state, outcome;
--          withdrawn; or foreign, and what is wrong with the record

local owner, fingerprint, lease, abandoned = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local version, state, holder, last, print, number, ends, outcome =
  unpack(redis.call('HMGET', key, 'v', 's', 'o', 'n', 'f', 'k', 'e', 'x'))

-- Makes this claim the owner.
local function grant(token, attempt)
  redis.call('HSET', key, 'v', '1', 's', 'p', 'o', owner, 'n', token, 'f', fingerprint, 'k', attempt,
    'b', now, 'e', now + lease)
  keep(now + lease, abandoned)
end

-- The reply to a claim that owns the key. A first attempt that begins now has no recovery points.
local function granted(token, attempt, remaining)
  local reply = { 'granted', token, attempt, remaining }
  if attempt > 1 or remaining < lease then
    local all = redis.call('HGETALL', key)
    for index = 1, #all, 2 do
      if string.sub(all[index], 1, 2) == 'p:' then
        reply[#reply + 1] = string.sub(all[index], 3)
        reply[#reply + 1] = all[index + 1]
      end
    end
  end
  return reply
end

if not version then
  local others = redis.call('EXISTS', key, KEYS[2])
  if others > 0 and redis.call('EXISTS', key) == 1 then
    return { 'foreign', 'no version' }
  elseif others > 0 then
    return { 'withdrawn' }
  end
  grant(now, 1)
  return granted(now, 1, lease)
elseif version ~= '1' then
  return { 'foreign', 'version ' .. version .. ', which this release does not know' }
end
last = stored(last)
if state == 'f' and last then
  if redis.call('EXISTS', KEYS[2]) == 1 then
    return { 'withdrawn' }
  end
  local token = math.max(last + 1, now)
  grant(token, 1)
  return granted(token, 1, lease)
end
number, ends = stored(number), stored(ends)
if not (last and number and ends and holder and print) then
  return { 'foreign', 'fields that are missing or malformed' }
elseif (state == 'c' or state == 'r') and outcome then
  return { 'finished', print, state, outcome }
elseif state ~= 'p' then
  return { 'foreign', 'a state that this release does not know' }
elseif holder == owner then
  return granted(last, number, ends - now)
elseif ends <= now and ARGV[5] == '1' and print == fingerprint then
  if redis.call('EXISTS', KEYS[2]) == 1 then
    return { 'withdrawn' }
  end
  local token = math.max(last + 1, now)
  grant(token, number + 1)
  return granted(token, number + 1, lease)
end
return { 'held', print, ends - now }
