import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { Log } from '../process/log.ts'
import { addressesOf } from './clickhouse-addresses.ts'
import { createConnectAgent } from './connect-agent.ts'
import { type ClickHouse, overNodes } from './failover-client.ts'

export type { ClickHouse } from './failover-client.ts'

/**
 * `urls` carry user, password and database: http://user:password@host:port/database; those of several nodes have commas
 * between them. Requests go to the first node that can be reached (failover-client.ts). Close it with `close()`.
 */
export function openClickHouse(urls: string, { log }: { log?: Pick<Log, 'info' | 'warn'> } = {}): ClickHouse {
  const nodes = addressesOf(urls).map((url) => ({ address: new URL(url).origin, client: openNode(url) }))
  const [first, ...others] = nodes
  return first !== undefined && others.length === 0 ? first.client : overNodes(nodes, { log })
}

function openNode(url: string): ClickHouse {
  return createClient({
    url,
    // Errors are thrown to the caller, which decides whether to log them.
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: 60_000,
    keep_alive: { enabled: true, idle_socket_ttl: 2_000 },
    http_agent: createConnectAgent(url),
  })
}
