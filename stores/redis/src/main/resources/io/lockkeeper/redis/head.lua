-- The keys of one lock, and the time: the head of every script that changes a lock's holder.
--
-- KEYS[1]  the lock, a hash:
--            v           the version of this format; a script that does not know it changes nothing
--            c           the claims that hold the lock (client:sequence), a line each; absent if it is free
--            u:<claim>   the end of a claim's lease; named after the claim, so that no other can be renewed by mistake
--            g:<claim>   what it was granted, a line each: permits/capacity, first and last token, since when, and its
--                        holder as text
--            n           the last token ever given
--            q, a        how many claims wait, and the arrival number of the last one
--            x           when this key expires: whoever sets the one sets the other (see arm)
--            r           how long this key outlives the lease: the longest that a client asked for that holds or waits
--            w:<client>  the client's highest sequence that is to be refused, a colon, the end of this mark
--            k           marks until those that ended are swept
--            y           a recall: the claim that is asked to give the lock up, its first token, the end of this note
-- KEYS[2]  the queue, a sorted set by arrival number: claim, lease, tokens, permits/capacity, secret and holder, a
--          line each. The secret is shown to the claim's client with its grant, and to nobody else.
-- ARGV[1]  how long the lock's key outlives the lease, at least
-- ARGV[2]  the claim time: the lease of a grant that is pushed
--
-- This version grants the whole lock to one claim at a time (1/1). A hash without a version, with another one, with
-- several holders or with what is no number is nobody's to take: scripts reply FOREIGN, and write nothing.
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
