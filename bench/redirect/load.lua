-- wrk requests its URL, or with an argument n, one of n links at random. Prints a summary as one line of JSON.
function init(arguments)
  local count = tonumber(arguments[1])
  if count == nil then return end
  local requests = {}
  for nth = 1, count do requests[nth] = wrk.format('GET', string.format('/r%06d', nth)) end
  request = function() return requests[math.random(count)] end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,"errors":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
