-- Tells whether a grant is recalled.
--
-- KEYS[1]  the lock, as in head.lua
-- ARGV[1]  the claim that was granted
-- ARGV[2]  its first token
-- Replies  1 if it is the current grant and recalled, else 0

local field = redis.call('HMGET', KEYS[1], 'c', 'y')
local claim, first, ends = string.match(field[2] or '', '^(%S+)\n(%d+)\n(%d+)$')
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
return field[1] == ARGV[1] and claim == ARGV[1] and first == ARGV[2] and (stored(ends) or 0) > now and 1 or 0
