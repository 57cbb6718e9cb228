import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'

export type ClickHouse = ClickHouseClient

/** `url` carries user, password and database: http://user:password@host:port/database. Close it with `close()`. */
export function openClickHouse(url: string): ClickHouse {
  return createClient({
    url,
    // A failure is thrown to whoever asked, who knows whether it matters.
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: 60_000,
    keep_alive: { enabled: true, idle_socket_ttl: 2_000 },
  })
}
