import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'

export type ClickHouse = ClickHouseClient

/** `url` carries user, password and database: http://user:password@host:port/database. Close it with `close()`. */
export function openClickHouse(url: string): ClickHouse {
  return createClient({
    url,
    // Errors are thrown to the caller, which decides whether to log them.
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: 60_000,
    keep_alive: { enabled: true, idle_socket_ttl: 2_000 },
  })
}
