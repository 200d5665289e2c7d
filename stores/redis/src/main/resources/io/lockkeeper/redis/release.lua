-- Ends a grant and serves the next in line.
--
-- ARGV[3]  the claim that was granted
-- Replies  1, or 0 if the grant was not current

local failure = read(ARGV[3], '')
if failure then
  return failure
end
if state.claim ~= ARGV[3] or not isHeld() then
  return 0
end
return handOn() or 1
