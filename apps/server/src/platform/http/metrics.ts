import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Counter, Gauge } from 'prom-client'
import { buildInfo } from '../build-info.ts'
import { closeServer, listen } from './listen.ts'

export interface MetricsAddress {
  host: string
  /** If 0, a free port is used. */
  port: number
}

/** A figure that is read when the metrics are scraped. */
export interface MetricSource<Result = Figures> {
  name: string
  help: string
  /**
   * If `read` returns a record, this is the label whose values are the keys of the record. If `read` returns a list,
   * these are the names of all labels.
   */
  label?: string | readonly string[]
  read(): Result
}

type Figures = number | Record<string, number> | LabeledFigure[]

interface LabeledFigure {
  labels: object
  figure: number
}

export interface Metrics {
  port: number
  /** Adds a counter. Its value only grows until the process restarts. */
  addCount(reading: MetricSource): void
  /** Adds a gauge. It has no value while `read` resolves with undefined or rejects. */
  addGauge(reading: MetricSource<Figures | Promise<Figures | undefined>>): void
  /** Adds a histogram. Returns the function that records a duration in seconds. */
  addDurations(name: string, help: string): (seconds: number) => void
  close(): Promise<void>
}

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Serves the metrics of this process in Prometheus' format at `/metrics`. Metrics have a port of their own, because
 * they are for the operator.
 */
export async function openMetrics({ host, port }: MetricsAddress): Promise<Metrics> {
  // Imported here because most instances serve no metrics, and the library is a tenth of the code an edge loads.
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const listening = await listen(server, host, port, 'METRICS_PORT')

  const metrics: Metrics = {
    port: listening,
    addCount({ name, help, label, read }) {
      const labelNames = label === undefined ? [] : [label].flat()
      const collect = function (this: Counter) {
        this.reset()
        forEachFigure(label, read(), (labels, figure) => this.inc(labels, figure))
      }
      new Counter({ name, help, labelNames, registers, collect })
    },
    addGauge({ name, help, label, read }) {
      const labelNames = label === undefined ? [] : [label].flat()
      const collect = async function (this: Gauge) {
        const figures = await Promise.try(read).catch(() => undefined)
        if (figures === undefined) this.remove()
        else forEachFigure(label, figures, (labels, figure) => this.set(labels, figure))
      }
      new Gauge({ name, help, labelNames, registers, collect })
    },
    addDurations(name, help) {
      const durations = new Histogram({ name, help, registers, buckets: durationBuckets })
      return (seconds) => durations.observe(seconds)
    },
    close: () => closeServer(server, 500),
  }
  metrics.addGauge({
    name: 'linkshelf_build_info',
    help: 'The version and the commit that this process runs; always 1',
    label: ['version', 'commit'],
    read: () => [{ labels: buildInfo, figure: 1 }],
  })
  return metrics
}

function forEachFigure(label: MetricSource['label'], figures: Figures, callback: (labels: object, figure: number) => void): void {
  if (typeof figures === 'number') callback({}, figures)
  else if (Array.isArray(figures)) for (const { labels, figure } of figures) callback(labels, figure)
  else for (const [value, figure] of Object.entries(figures)) callback({ [String(label)]: value }, figure)
}

const started = 'http.server.request.start'
const finished = 'http.server.response.finish'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Counts the responses of the HTTP server on `port` by status, and measures their duration. Reads both from Node's
 * diagnostics channels. Does not measure event streams. Returns a function that stops the measurement.
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
