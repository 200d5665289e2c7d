-- Ends a grant, serves the next in line, then claims anew; idempotent in the new claim.
--
-- ARGV[3..9]  the new claim, as for claim.lua
-- ARGV[10]    the claim that was granted before
-- Replies     0 or 1 as release.lua does, then what claim.lua replies

local failure = read(ARGV[10], ARGV[4])
if failure then
  return failure
end
local released = state.claim == ARGV[10] and isHeld()
if released then
  state.ends = 0
end
local outcome = attempt(ARGV[3], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9])
if outcome.err then
  return outcome
end
local failed = released and state.claim == ARGV[10] and handOn()
if failed then
  return failed
end
-- A new claim that was there before came with this same exchange, whose reply was lost.
return { (released or state.repeated) and 1 or 0, unpack(outcome) }
