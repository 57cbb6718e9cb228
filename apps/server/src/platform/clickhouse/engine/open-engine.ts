import { createServer, type Server } from 'node:http'
import type { Log } from '../../process/log.ts'
import { makeEngineDoor } from './engine-door.ts'
import { openEngineStore } from './engine-store.ts'

export interface EngineOptions {
  /** The engine's own folder; made when missing. One process at a time owns it. */
  dataFolder: string
  /** Loopback by default: the interface has no encryption and one account. */
  host?: string
  /** 0 takes a free one. */
  port?: number
  user?: string
  password: string
  log: Log
  /** Requests that may wait in each lane before the next is refused with TOO_MANY_SIMULTANEOUS_QUERIES. */
  queueLength?: number
  /**
   * Told when a query still runs long after its `max_execution_time`. Nothing but ending the process stops such a query, so by default
   * the process kills itself; whoever supervises it starts another.
   */
  onStuck?: () => void
  /** How long past its limit a query is given before it counts as stuck. */
  graceMs?: number
}

export interface Engine {
  port: number
  /** Waits for what is running, then lets the folder go. */
  close(): Promise<void>
}

/** Opens the data folder and answers ClickHouse's HTTP interface over it. Refuses a folder that another process works in. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const {
    host = '127.0.0.1',
    port = 0,
    user = 'default',
    password,
    log,
    queueLength = 256,
    onStuck = endThisProcess,
    graceMs = 30_000,
  } = options
  const store = await openEngineStore({ dataFolder: options.dataFolder, queueLength, onStuck, graceMs, log })
  // A server takes addresses of 1 MiB; parameters travel there.
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, makeEngineDoor({ store, user, password, log }))
  // The client keeps a socket for 2 s at most; ours must outlive it, or a request meets a closing socket.
  server.keepAliveTimeout = 10_000
  try {
    const listening = await listen(server, host, port)
    return { port: listening, close: () => closeEngine(server, store) }
  } catch (error) {
    await store.close()
    throw error
  }
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

/** Every answer under way is given first. A client that doesn't take its answer within `patienceMs` goes without. */
async function closeEngine(server: Server, store: { close(): Promise<void> }): Promise<void> {
  const patienceMs = 5_000
  const closed = new Promise((resolve) => server.close(resolve))
  await store.close()
  const sweep = setInterval(() => server.closeIdleConnections(), 10)
  const end = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(end)
}

function endThisProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}
