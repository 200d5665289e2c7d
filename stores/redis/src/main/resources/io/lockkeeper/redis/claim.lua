-- One attempt to hold a lock; idempotent in the claim.
--
-- ARGV[3..9]  claim, client, holder as text, lease, tokens, permits/capacity, its secret or 0 if it may not queue
-- Replies     granted, first token, last token, what is left of the lease, now, how many wait
--             queued, holder, how many are ahead, now, when to ask again
--             busy, holder, when to ask again
--             withdrawn

return read(ARGV[3], ARGV[4]) or attempt(ARGV[3], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9])
