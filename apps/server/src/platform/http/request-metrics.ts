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
 * Counts the responses of the HTTP server on `port` by status and measures their duration, from the diagnostics
 * channels of Node. Does not measure event streams. Returns the function that stops it.
 */
export function measureRequests(metrics: Pick<Metrics, 'addCount' | 'addDurations'>, port: number): () => void {
  const startedAt = new WeakMap<IncomingMessage, number>()
  const byStatus: Record<string, number> = {}
  metrics.addCount({ name: 'linkshelf_api_requests_total', help: 'Requests answered', label: 'status', read: () => byStatus })
  const observe = metrics.addDurations('linkshelf_api_request_seconds', 'From the head of a request to the end of its response')

  const begin = (message: unknown) => {
    const { request } = message as Exchange
    if (request.socket.localPort === port) startedAt.set(request, performance.now())
  }
  const end = (message: unknown) => {
    const { request, response } = message as Exchange
    const start = startedAt.get(request)
    if (start === undefined) return
    byStatus[response.statusCode] = (byStatus[response.statusCode] ?? 0) + 1
    if (response.getHeader('content-type') !== 'text/event-stream') observe((performance.now() - start) / 1_000)
  }
  subscribe(started, begin)
  subscribe(finished, end)
  return () => {
    unsubscribe(started, begin)
    unsubscribe(finished, end)
  }
}
