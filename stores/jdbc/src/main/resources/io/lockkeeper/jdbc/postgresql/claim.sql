-- The usual attempt. Answers with the grant, or with nothing if the lock is not free for the taking.
${part:take}
RETURNING claim, ends, first_token, last_token, since AS at, false AS contended
