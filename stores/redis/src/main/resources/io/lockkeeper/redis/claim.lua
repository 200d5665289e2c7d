-- One attempt to hold a lock; idempotent in the claim.
--
-- ARGV[3..8]  claim, client, holder as text, lease, tokens, 1 if it may queue
-- Replies     granted, first token, last token, what is left of the lease, now, how many wait
--             queued, holder, how many are ahead, now, when to ask again
--             busy, holder, when to ask again
--             withdrawn

read(ARGV[3], ARGV[4])
return attempt(ARGV[3], ARGV[5], ARGV[6], ARGV[7], ARGV[8])
