-- Chooses the requests of wrk, and prints a summary as one line of JSON. Without arguments, wrk requests its URL. If
-- the first argument is given, each request is for a random link out of that many links. If the second argument is
-- given too, each request is for the first link of a random domain out of that many domains.
function init(arguments)
  local count = tonumber(arguments[1])
  if count == nil then return end
  local requests = {}
  local hosts = tonumber(arguments[2])
  for nth = 1, hosts or count do
    if hosts ~= nil then wrk.headers['Host'] = string.format('go.shop-%d.example', nth) end
    requests[nth] = wrk.format('GET', string.format('/r%06d', hosts == nil and nth or 1))
  end
  request = function() return requests[math.random(#requests)] end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,"errors":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
