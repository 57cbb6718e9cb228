import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readCpuMicroseconds } from './process-usage.ts'

/** Selects the requested links and the headers of the requests. */
export interface Load {
  title: string
  links: number
  /**
   * If true, each request chooses a random link, which costs the client time. Otherwise, each request is for the first
   * link.
   */
  isRandom?: boolean
  headers: Record<string, string>
  /** 64 by default. */
  connections?: number
  /** If given, each request is for the first link of a random domain out of this many domains. */
  hosts?: number
  /** If given, each request is for this path instead of the first link. */
  path?: string
}

export interface LoadResult {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** CPU time of the server per request. */
  cpuMicroseconds: number
}

const usualConnections = 64

/** The output of load.lua. */
type Summary = Record<'requests' | 'seconds' | 'p50' | 'p99' | 'errors', number>
const script = fileURLToPath(new URL('load.lua', import.meta.url))
const run = promisify(execFile)

/** Sends requests over kept-alive connections as fast as responses arrive. Throws if a response is not a redirect. */
export async function generateLoad(server: { port: number; pid: number }, load: Load, seconds: number): Promise<LoadResult> {
  const headers = Object.entries(load.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { connections = usualConnections, path = '/r000001' } = load
  const counts = load.hosts !== undefined ? [1, load.hosts] : load.isRandom ? [load.links] : []
  const scriptArguments = counts.length === 0 ? [] : ['--', ...counts.map(String)]
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, ...headers]
  const before = readCpuMicroseconds(server.pid)
  const { stdout } = await run('wrk', [...options, `http://127.0.0.1:${server.port}${path}`, ...scriptArguments])
  const used = readCpuMicroseconds(server.pid) - before
  const summary = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Summary
  if (summary.errors > 0) throw new Error(`${summary.errors} of ${summary.requests} responses were not redirects`)
  return {
    requests: summary.requests,
    perSecond: summary.requests / summary.seconds,
    p50Ms: summary.p50,
    p99Ms: summary.p99,
    cpuMicroseconds: used / summary.requests,
  }
}
