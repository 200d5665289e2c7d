-- The keys of one lock, and the time: the head of every script that changes a lock's holder.
--
-- KEYS[1]  the lock, a hash:
--            c           the claim that holds it (client:sequence); absent if it is free
--            h, s, f     its holder as text, since when, its first token
--            u:<claim>   the end of its lease; named after the claim, so that no other can be renewed by mistake
--            n           the last token ever given; while the lock is held, the last of its holder
--            q, a        how many claims wait, and the arrival number of the last one
--            x           when this key expires, at the earliest: renewals prolong it without saying so
--            w:<client>  the client's highest withdrawn sequence, a colon, the end of this mark
--            k           withdrawals until marks that ended are swept
-- KEYS[2]  the queue, a sorted set by arrival number: claim, lease, tokens and holder, a line each
-- ARGV[1]  how long both keys outlive the lease; re-armed when less than three quarters of it are left
-- ARGV[2]  the claim time: the lease of a grant that is pushed
--
-- All times are microseconds, moments by this server's clock. A full server (maxmemory) refuses a script's
-- first write if that may need memory, and none after it: so each way through a script begins with the
-- write that decides it, and none stops in the middle. PUBLISH comes after the first write, as a replica
-- refuses the write but not the PUBLISH.

-- Numbers go to redis.call as they are: it writes them with 17 digits. Only text that is put together here needs digits().

local lock, queue = KEYS[1], KEYS[2]
local retention, claimTime = tonumber(ARGV[1]), tonumber(ARGV[2])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local seen
