import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { usedMicroseconds } from './process-use.ts'

/** How visitors come: all to one link, or each to one of many; with the headers of a browser, or bare. */
export interface Load {
  what: string
  links: number
  /** Each time anew, which costs the client something; otherwise it is always the first. */
  isChosen?: boolean
  headers: Record<string, string>
}

export interface Pressed {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Of the server, for each request. */
  cpuMicroseconds: number
}

export const connections = 64

/** What load.lua prints. */
type Said = Record<'requests' | 'seconds' | 'p50' | 'p99' | 'errors', number>
const script = fileURLToPath(new URL('load.lua', import.meta.url))
const run = promisify(execFile)

/** Asks as fast as answers come, over kept-alive connections. Throws when anything but a redirect came back. */
export async function press(server: { port: number; pid: number }, load: Load, seconds: number): Promise<Pressed> {
  const headers = Object.entries(load.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const paths = load.isChosen ? [String(load.links)] : []
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, ...headers]
  const before = usedMicroseconds(server.pid)
  const { stdout } = await run('wrk', [
    ...options,
    `http://127.0.0.1:${server.port}/r000001`,
    ...(paths.length > 0 ? ['--', ...paths] : []),
  ])
  const used = usedMicroseconds(server.pid) - before
  const answered = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Said
  if (answered.errors > 0) throw new Error(`${answered.errors} of ${answered.requests} requests were not answered with a redirect`)
  return {
    requests: answered.requests,
    perSecond: answered.requests / answered.seconds,
    p50Ms: answered.p50,
    p99Ms: answered.p99,
    cpuMicroseconds: used / answered.requests,
  }
}
