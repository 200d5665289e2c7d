-- Reads numbers that were stored: the first part of every script.

-- A count, a token or a moment. What is none, or is so great that sums with it are not exact, is nil.
local function stored(text)
  local number = tonumber(text)
  return number and number >= 0 and number <= 9e15 and number % 1 == 0 and number or nil
end
