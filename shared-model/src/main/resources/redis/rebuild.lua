-- Lifts a tenant's counters to what the ledger says, after the store lost some or all of them.
-- KEYS: epoch, holds, then one key per budget window
-- ARGV: epoch to open when this is the last batch, or ''; tombstone ms; prefix of record keys;
--       two per budget window: spent by the ledger  expires at (s);
--       then the ids of calls that the ledger has booked of late: a node that asserts such a
--       settlement again must not be counted twice. Where the record says that such a call is still
--       held, its settlement was lost: what it held is given back, its charge is in the ledger's sum
-- Returns the number of counters that were lifted
local windows = #KEYS - 2
local lifted = 0
for i = 1, windows do
  local at = 4 + (i - 1) * 2
  local key, booked = KEYS[2 + i], ARGV[at]
  local spent = redis.call('HGET', key, 'spent') or '0'
  if exceeds(spent, booked, '0', '0', '0') then
    redis.call('HINCRBY', key, 'spent', negated(spent))
    redis.call('HINCRBY', key, 'spent', booked)
    lifted = lifted + 1
  end
  redis.call('EXPIREAT', key, ARGV[at + 1])
end
for i = 4 + windows * 2, #ARGV do
  local record = ARGV[3] .. ARGV[i]
  local has = redis.call('HMGET', record, 'state', 'budgets', 'leases')
  local state = has[1]
  if state == 'held' then
    charge_holds(has[2], '0', '0')
    free_leases(ARGV[i], has[3])
    redis.call('ZREM', KEYS[2], ARGV[i])
  end
  if not state or state == 'held' then entomb(record, 'settled', ARGV[2]) end
end
if ARGV[1] ~= '' then redis.call('SET', KEYS[1], ARGV[1]) end
return lifted
