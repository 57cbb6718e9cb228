import { z } from 'zod'
import type { Config } from '../config.ts'
import type { DatabaseAccount } from '../databases/database-accounts.ts'
import type { ClickHouseAccounts } from '../platform/clickhouse/clickhouse-accounts.ts'
import { replaceAccount } from '../platform/postgres/postgres-accounts.ts'
import { findAddresses } from '../platform/process/data-directory-lock.ts'
import { StartError } from '../platform/process/start-error.ts'

const stores = z.object({
  databaseUrl: z.string(),
  databaseAccounts: z.object({ api: z.string(), edge: z.string(), jobs: z.string(), ship: z.string(), listener: z.string() }),
  clickhouseUrl: z.string(),
  clickhouseAccounts: z.object({ reader: z.string(), writer: z.string() }),
})

/** The addresses of both databases, with every account. */
export type Stores = z.infer<typeof stores>

export type ClickHouseStore = Pick<Stores, 'clickhouseUrl' | 'clickhouseAccounts'>

/** Returns the databases of the instance that runs on this data directory. Undefined if no instance runs on it. */
export async function findStores(dataFolder: string): Promise<Stores | undefined> {
  return stores.safeParse(await findAddresses(dataFolder)).data
}

/** Returns the URL of the database with the account of its owner, which may migrate it. */
export function getOwnerUrl(config: Config): string {
  return config.databaseUrl ?? failMissing('DATABASE_URL')
}

/**
 * Returns the URL of the database with the account of this process. For an edge, this is DATABASE_EDGE_URL, or else
 * DATABASE_URL.
 */
export function getDatabaseUrl(config: Config, account: DatabaseAccount): string {
  return config.databaseAccounts[account] ?? getOwnerUrl(config)
}

/** Returns the URL for LISTEN. It has the account for LISTEN, or else the account of the process. */
export function getListenerUrl(config: Config, account: DatabaseAccount): string {
  return config.databaseAccounts.listener ?? getDatabaseUrl(config, account)
}

/**
 * Returns the URL of the database in which an edge looks up links. If a replica is configured, this is the replica. If
 * the URL of the replica names no account, it gets the account of the edge.
 */
export function getEdgeReadUrl(config: Config): string {
  const edgeUrl = getDatabaseUrl(config, 'edge')
  if (config.databaseReadUrl === undefined) return edgeUrl
  if (new URL(config.databaseReadUrl).username !== '') return config.databaseReadUrl
  const { username, password } = new URL(edgeUrl)
  return replaceAccount(config.databaseReadUrl, decodeURIComponent(username), decodeURIComponent(password))
}

/** Returns the URL of ClickHouse with the account that may migrate it. */
export function getClickHouseOwnerUrl(config: Config): string {
  return config.clickhouseUrl ?? failMissing('CLICKHOUSE_URL')
}

/**
 * Returns the URL of ClickHouse with the account of a process: CLICKHOUSE_READER_URL or CLICKHOUSE_WRITER_URL, or else
 * CLICKHOUSE_URL.
 */
export function getClickHouseUrl(config: Config, account: keyof ClickHouseAccounts): string {
  return config.clickhouseAccounts[account] ?? getClickHouseOwnerUrl(config)
}

function failMissing(setting: string): never {
  throw new StartError(`${setting} names no server. Set it, or use \`linkshelf start\`, which brings its own.`)
}
