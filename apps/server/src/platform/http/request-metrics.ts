import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Metrics } from './metrics.ts'

const started = 'http.server.request.start'
const finished = 'http.server.response.finish'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Counts what this process's HTTP server answers on `port`, and how long that takes, by what Node itself tells of its servers. How long a stream of events lasts is
 * no figure of ours. Gives back what ends it.
 */
export function measureRequests(metrics: Pick<Metrics, 'addCount' | 'addDurations'>, port: number): () => void {
  const beganAt = new WeakMap<IncomingMessage, number>()
  const byStatus: Record<string, number> = {}
  metrics.addCount({ name: 'linkshelf_api_requests_total', help: 'Requests answered', label: 'status', read: () => byStatus })
  const observe = metrics.addDurations('linkshelf_api_request_seconds', 'From the head of a request to the end of its answer')

  const begin = (message: unknown) => {
    const { request } = message as Exchange
    if (request.socket.localPort === port) beganAt.set(request, performance.now())
  }
  const end = (message: unknown) => {
    const { request, response } = message as Exchange
    const began = beganAt.get(request)
    if (began === undefined) return
    byStatus[response.statusCode] = (byStatus[response.statusCode] ?? 0) + 1
    if (response.getHeader('content-type') !== 'text/event-stream') observe((performance.now() - began) / 1_000)
  }
  subscribe(started, begin)
  subscribe(finished, end)
  return () => {
    unsubscribe(started, begin)
    unsubscribe(finished, end)
  }
}
