-- The record of one key, and the time: the head of every script.
--
-- KEYS[1]  the record, a hash, which expires by itself unless it is kept for ever:
--            v         the version of this format; what has another one counts as held, and is never written
--            s         the state: p in progress, c completed, r rejected, f free (only the token is kept)
--            o, n      owner and token of the last attempt
--            f, k      fingerprint of the first request, number of attempts
--            b, e      when the last attempt began, and when its lease ends; when it was finished, afterwards
--            x         the stored outcome of a finished record
--            h         1 if there are recovery points
--            p:<step>  a recovery point
-- KEYS[2]  in scripts that know an owner: the mark of a claim that is to be refused if a copy of it arrives late
--
-- A record's key is also the channel on which its changes are published, as hints with no content.
--
-- Times are microseconds by this server's clock, whole numbers below 2^53: redis.call writes such numbers with up to 17
-- digits and never with an exponent.
--
-- A full server (maxmemory) refuses a script's first write if that may need memory, and none after it; a replica refuses
-- every first write. So each way through a script begins with the write that decides it, and PUBLISH comes last.

local MARK_LIFE = 60000000
local key = KEYS[1]
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]

-- A count, a token or a moment that was stored. What is none, or is so great that sums with it are not exact, is nil.
local function stored(text)
  local number = tonumber(text)
  return number and number >= 0 and number <= 9e15 and number % 1 == 0 and number or nil
end

-- The first write where memory may be short: it needs none. The record does not expire until keep() says when.
local function begin()
  redis.call('PERSIST', key)
end

-- Lets the record expire after a time, or never if that is empty. What was to be written is written before: a server whose
-- clock runs on during a script (before 7.2) removes the key at once if that time is over, and a later write would make half a
-- record, which never expires.
local function keep(from, retention)
  if retention == '' then
    redis.call('PERSIST', key)
  else
    redis.call('PEXPIREAT', key, math.ceil((from + retention) / 1000))
  end
end

-- Tells those who wait for the key to look again. They also look by themselves, so that a user who may not publish is no failure.
local function publish()
  redis.pcall('PUBLISH', key, '')
end

-- Frees the key. Its token is kept for a while, so that tokens grow though the server's clock steps back.
local function vacate(token)
  redis.call('DEL', key)
  redis.call('HSET', key, 'v', '1', 's', 'f', 'n', token)
  redis.call('PEXPIREAT', key, math.ceil((now + MARK_LIFE) / 1000))
end

-- Removes the recovery points.
local function forgetPoints()
  redis.call('HDEL', key, 'h')
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if string.sub(field, 1, 2) == 'p:' then
      redis.call('HDEL', key, field)
    end
  end
end
