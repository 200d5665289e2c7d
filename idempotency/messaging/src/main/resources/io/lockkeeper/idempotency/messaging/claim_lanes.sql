-- Claims lanes by their first message that is not sent: who has it locked sends the lane. A message that waits for its next
-- try has those behind it wait, too.
SELECT head.lane FROM lockkeeper_outbox head
WHERE head.state = 0 AND head.not_before <= ${now}
  AND NOT EXISTS (SELECT 1 FROM lockkeeper_outbox earlier
    WHERE earlier.lane = head.lane AND earlier.state = 0 AND earlier.seq < head.seq)
ORDER BY head.seq LIMIT ? FOR UPDATE SKIP LOCKED
