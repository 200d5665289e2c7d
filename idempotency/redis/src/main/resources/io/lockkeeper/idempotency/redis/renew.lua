-- Renews leases, of one key or of several in one slot. A record that is gone is not made anew.
--
-- KEYS     the records
-- ARGV     for each of them: owner, token, lease, for how long the record outlives the lease (nothing: for ever)
-- Replies  the numbers of the keys that are lost, from 1

local lost = {}
for index = 1, #KEYS do
  key = KEYS[index]
  local argument = 4 * index - 3
  -- A key of another type is lost, and no reason to fail for the others.
  local fields = redis.pcall('HMGET', key, 'v', 's', 'o', 'n')
  if not fields.err and fields[1] == '1' and fields[2] == 'p' and fields[3] == ARGV[argument]
    and fields[4] == ARGV[argument + 1] then
    local ends = now + ARGV[argument + 2]
    begin()
    redis.call('HSET', key, 'e', ends)
    keep(ends, ARGV[argument + 3])
  else
    lost[#lost + 1] = index
  end
end
return lost
