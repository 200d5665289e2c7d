-- Part of claim: the other columns of a lock that is taken over, if that was noted to be free.
  last_token = IF(@lockkeeper, first_token + VALUES(last_token) - VALUES(since), last_token),
  changes = IF(@lockkeeper, changes + 1, changes),
  host = IF(@lockkeeper, VALUES(host), host),
  pid = IF(@lockkeeper, VALUES(pid), pid),
  thread = IF(@lockkeeper, VALUES(thread), thread),
  description = IF(@lockkeeper, VALUES(description), description),
  process_group = IF(@lockkeeper, VALUES(process_group), process_group),
  hours = IF(@lockkeeper, VALUES(hours), hours),
  since = IF(@lockkeeper, VALUES(since), since),
  claim = IF(@lockkeeper, VALUES(claim), claim),
  ends = IF(@lockkeeper, VALUES(ends), ends)
