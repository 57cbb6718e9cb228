import http from 'node:http'
import https from 'node:https'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { Log } from '../process/log.ts'
import { splitAddresses } from './clickhouse-addresses.ts'
import { requestSettings } from './clickhouse-cluster.ts'
import { type ClickHouse, createFailoverClient } from './failover-client.ts'

export { type ClickHouse, isUnreachable } from './failover-client.ts'

interface ClickHouseOptions {
  log?: Pick<Log, 'info' | 'warn'>
  requestTimeoutMs?: number
}

/**
 * Opens a client of ClickHouse, which the caller closes. `urls` contain user, password and database:
 * `http://user:password@host:port/database`. The URLs of several nodes are separated by commas. Requests go to the
 * first node that can be reached (failover-client.ts).
 */
export function openClickHouse(urls: string, { log, requestTimeoutMs = 60_000 }: ClickHouseOptions = {}): ClickHouse {
  const nodes = splitAddresses(urls).map((url) => ({ address: new URL(url).origin, client: openNode(url, requestTimeoutMs) }))
  const [first, ...others] = nodes
  return first !== undefined && others.length === 0 ? first.client : createFailoverClient(nodes, { log })
}

function openNode(url: string, requestTimeoutMs: number): ClickHouse {
  return createClient({
    url,
    // Errors are thrown to the caller, which decides whether to log them.
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: requestTimeoutMs,
    clickhouse_settings: requestSettings,
    // The server closes idle connections. A busy process may close its end too late, and send a request on a connection
    // that the server has closed. So idle sockets are used for two seconds only.
    keep_alive: { enabled: true, idle_socket_ttl: 2_000, eagerly_destroy_stale_sockets: true },
    http_agent: createConnectAgent(url),
  })
}

/**
 * The maximum number of connections to one server. This is the ClickHouse client's default. The client ignores its own
 * limit if it is given an agent, so `createConnectAgent` sets the limit.
 */
const maxSockets = 10

/**
 * Creates an agent for one server. If a connection is not made in time, the request fails as if the connection was
 * refused, long before the request's own timeout.
 */
export function createConnectAgent(url: string, connectTimeoutMs = 3_000): http.Agent {
  const agent = new (url.startsWith('https:') ? https.Agent : http.Agent)({ keepAlive: true, maxSockets })
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback)
    const timer = setTimeout(() => socket?.destroy(new ConnectTimeoutError(connectTimeoutMs)), connectTimeoutMs)
    for (const event of ['connect', 'close']) socket?.once(event, () => clearTimeout(timer))
    return socket
  }
  return agent
}

class ConnectTimeoutError extends Error {
  readonly syscall = 'connect'

  constructor(ms: number) {
    super(`No connection after ${ms / 1000} seconds`)
  }
}
