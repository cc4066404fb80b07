-- Put in front of every script. Amounts are int64 as decimal text. A Lua number holds integers
-- exactly only up to 2^53, so amounts are changed by HINCRBY alone, which is exact, and compared in
-- two limbs of base 10^9 where a comparison of numbers might err.
local call = redis.call
local floor = math.floor

local function now_micros()
  local t = call('TIME')
  return t[1] * 1000000 + t[2]
end

-- A number that is given to a call is written out by each one anew, and slowly.
local function whole(number)
  return string.format('%d', number)
end

local function limbs(text)
  local negative = string.byte(text, 1) == 45
  if negative then text = string.sub(text, 2) end
  local n = #text
  local high, low
  if n <= 9 then
    high, low = 0, tonumber(text)
  else
    high, low = tonumber(string.sub(text, 1, n - 9)), tonumber(string.sub(text, n - 8))
  end
  if negative then return -high, -low end
  return high, low
end

-- Whether the sum of the amounts is more than the limit. Numbers err by less than 10^5 here.
local function exceeds(limit, a, b, c, d)
  local over = a + b + c + d - limit
  if over > 100000 then return true end
  if over < -100000 then return false end
  local ah, al = limbs(a)
  local bh, bl = limbs(b)
  local ch, cl = limbs(c)
  local dh, dl = limbs(d)
  local lh, ll = limbs(limit)
  local high, low = ah + bh + ch + dh - lh, al + bl + cl + dl - ll
  local carry = floor(low / 1000000000)
  high, low = high + carry, low - carry * 1000000000
  return high > 0 or (high == 0 and low > 0)
end

local function negated(text)
  if text == '0' then return '0' end
  if string.byte(text, 1) == 45 then return string.sub(text, 2) end
  return '-' .. text
end

-- A rate is a bucket of `burst` units that refills with `per_minute` a minute, kept as the instant
-- at which it is full again. The rates of one owner share a hash: `q` is the bucket of requests, `u`
-- that of tokens, both in quarters of a microsecond, which is what a number can tell apart there;
-- `x` is the millisecond until which the hash is known to live.
local function rates_write(key, now, x, full_at, field, other_at, other)
  local text = whole(full_at * 4)
  if other then
    call('HSET', key, field, text, other, whole(other_at * 4))
  else
    call('HSET', key, field, text)
  end
  local latest = floor(math.max(full_at, other_at or 0, now + 60000000) / 1000) + 1000
  if x < latest then
    call('HSET', key, 'x', latest + 60000)
    call('PEXPIRE', key, latest + 60000 - floor(now / 1000))
  end
end

-- The instants at which an owner's buckets are full again, in microseconds.
local function rates_read(key, now)
  local has = call('HMGET', key, 'q', 'u', 'x')
  local q, u = (has[1] or 0) / 4, (has[2] or 0) / 4
  return q < now and now or q, u < now and now or u, tonumber(has[3] or 0)
end

-- How long, in microseconds, a call has to wait. One that wants more than the bucket holds is let
-- through when the bucket is full, and leaves it in debt.
local function rate_wait(full_at, now, per_unit, burst, amount)
  local wait = full_at - now - (burst - math.min(amount, burst)) * per_unit
  return wait > 0.5 and wait or 0
end

-- Moves a bucket by what a call used more (or less) than it had taken.
local function rate_adjust(key, field, now, per_minute, by)
  local has = call('HMGET', key, field, 'x')
  local full_at = math.max(now, (has[1] or 0) / 4)
  full_at = math.max(now, full_at + by * (60000000 / per_minute))
  rates_write(key, now, tonumber(has[2] or 0), full_at, field)
end

local function free_leases(id, leases)
  if leases then
    for key in string.gmatch(leases, '%S+') do call('ZREM', key, id) end
  end
end

-- Gives back every hold of a record and charges the amounts instead. A record names its holds in
-- lines of kind, amount and the budget's key: `m` holds money and `t` tokens, `h` more of what such
-- a line before it holds, `s` is a node's slice.
local function charge_holds(budgets, money, tokens)
  for kind, amount, key in string.gmatch(budgets or '', '(%l) (%-?%d+) ([^\n]+)\n') do
    if kind == 's' then
      call('HINCRBY', key, 'sliced', negated(amount))
    else
      if amount ~= '0' then call('HINCRBY', key, 'held', negated(amount)) end
      local charge = kind == 'm' and money or kind == 't' and tokens or '0'
      if charge ~= '0' then call('HINCRBY', key, 'spent', charge) end
    end
  end
end

-- Leaves of a record only that it is closed, for as long as somebody might still ask.
local function entomb(record, state, ttl_ms)
  call('DEL', record)
  call('HSET', record, 'state', state)
  call('PEXPIRE', record, ttl_ms)
end
