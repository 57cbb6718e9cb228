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

/** The stores of the instance that runs on this data directory; undefined when none runs. */
export async function findStores(dataFolder: string): Promise<Stores | undefined> {
  return stores.safeParse(await findAddresses(dataFolder)).data
}

/** The database as its owner, who may migrate it. */
export function getOwnerUrl(config: Config): string {
  return config.databaseUrl ?? failMissing('DATABASE_URL')
}

/** The database as this process signs in to it: DATABASE_EDGE_URL for an edge, for example, or else DATABASE_URL. */
export function getDatabaseUrl(config: Config, account: DatabaseAccount): string {
  return config.databaseAccounts[account] ?? getOwnerUrl(config)
}

/** Returns the URL for LISTEN: that of the account for it, or else that of the process's account. */
export function getListenerUrl(config: Config, account: DatabaseAccount): string {
  return config.databaseAccounts.listener ?? getDatabaseUrl(config, account)
}

/**
 * Returns the URL of the database in which an edge looks up links: the replica, signed in to as the edge unless
 * its URL names an account.
 */
export function getEdgeReadUrl(config: Config): string {
  const edgeUrl = getDatabaseUrl(config, 'edge')
  if (config.databaseReadUrl === undefined) return edgeUrl
  if (new URL(config.databaseReadUrl).username !== '') return config.databaseReadUrl
  const { username, password } = new URL(edgeUrl)
  return replaceAccount(config.databaseReadUrl, decodeURIComponent(username), decodeURIComponent(password))
}

/** ClickHouse as the account that may migrate it. */
export function getClickHouseOwnerUrl(config: Config): string {
  return config.clickhouseUrl ?? failMissing('CLICKHOUSE_URL')
}

/** ClickHouse as a process signs in to it: CLICKHOUSE_READER_URL or CLICKHOUSE_WRITER_URL, or else CLICKHOUSE_URL. */
export function getClickHouseUrl(config: Config, account: keyof ClickHouseAccounts): string {
  return config.clickhouseAccounts[account] ?? getClickHouseOwnerUrl(config)
}

function failMissing(setting: string): never {
  throw new StartError(`${setting} names no server. Set it, or use \`linkshelf start\`, which brings its own.`)
}
