import { createServer, type Server } from 'node:http'
import type { Log } from '../../process/log.ts'
import { createHttpAdapter, type EngineLogin } from './http-adapter.ts'
import { openQueryRunner } from './query-runner.ts'

export interface EngineOptions {
  /** Created if it is missing. Only one process at a time can own it. */
  dataDirectory: string
  /** Loopback by default, because the interface has no encryption. */
  host?: string
  /** If 0, a free port is used. */
  port?: number
  /**
   * Passwords of the accounts `default` (which migrates), `writer` and `reader`. An account without a password can't
   * sign in.
   */
  passwords: { default: string; writer?: string; reader?: string }
  log: Log
  /**
   * The maximum number of queries that wait, and of inserts that wait. If a queue is full, a request is rejected with
   * TOO_MANY_SIMULTANEOUS_QUERIES.
   */
  queueLength?: number
  /**
   * Called when a query still runs long after its `max_execution_time`. Only ending the process stops such a query, so
   * by default the process kills itself and its supervisor starts another.
   */
  onStuck?: () => void
  /** How long past its limit a query may run before it counts as stuck. */
  graceMs?: number
}

export interface Engine {
  port: number
  /** Waits for running queries, then releases the data directory. */
  close(): Promise<void>
}

/**
 * Opens the data directory and listens for ClickHouse's HTTP interface. Throws a StartError when another
 * process owns the directory.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { host = '127.0.0.1', port = 0, passwords, log } = options
  const { dataDirectory, queueLength = 256, onStuck = killThisProcess, graceMs = 30_000 } = options
  const runner = await openQueryRunner({ dataDirectory, queueLength, onStuck, graceMs, log })
  // A ClickHouse server accepts URLs of up to 1 MiB. Parameters are sent in the URL.
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, createHttpAdapter({ runner, logins: toLogins(passwords), log }))
  // The client reuses a socket for up to 2 s. The server must keep the socket open for longer, or a request could meet
  // a closing socket.
  server.keepAliveTimeout = 10_000
  try {
    const listening = await listen(server, host, port)
    return { port: listening, close: () => closeEngine(server, runner) }
  } catch (error) {
    await runner.close()
    throw error
  }
}

function toLogins({ default: admin, writer = '', reader = '' }: EngineOptions['passwords']): EngineLogin[] {
  const restricted = (
    [
      ['writer', writer],
      ['reader', reader],
    ] as const
  ).filter(([, password]) => password !== '')
  return [
    { account: 'admin', user: 'default', password: admin },
    ...restricted.map(([account, password]) => ({ account, user: account, password })),
  ]
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/**
 * Closes the server after every pending response is sent. If a client does not read its response within `patienceMs`,
 * its connection is cut off.
 */
async function closeEngine(server: Server, runner: { close(): Promise<void> }): Promise<void> {
  const patienceMs = 5_000
  const closed = new Promise((resolve) => server.close(resolve))
  await runner.close()
  const sweep = setInterval(() => server.closeIdleConnections(), 10)
  const end = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(end)
}

function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}
