import { createHash } from 'node:crypto'
import { ClickHouseError } from '@clickhouse/client'
import { assertCluster } from './assert-cluster.ts'
import { type ClickHouse, openClickHouse } from './clickhouse.ts'
import { parseClickHouseLogin } from './clickhouse-addresses.ts'
import { toOnClusterClause, toOnClusterSettings } from './clickhouse-cluster.ts'
import type { ClickHouseMigrationOptions } from './clickhouse-migrations.ts'

/** URLs of the database, each with the account that a process signs in with. */
export interface ClickHouseAccounts {
  /** Reads the rows of the database's tables, within limits of time and memory. */
  reader: string
  /** Reads, inserts and deletes rows. */
  writer: string
}

const rights: Record<keyof ClickHouseAccounts, string> = { reader: 'SELECT', writer: 'SELECT, INSERT, ALTER DELETE' }

/**
 * Settings of the reader account. The reader can change any other setting. It has no right to table functions that read
 * files or other servers.
 */
const readerSettings = 'readonly = 2, max_execution_time = 60 MIN 1 MAX 60, max_memory_usage = 2147483648 MIN 1 MAX 2147483648'

/**
 * Creates the accounts that do not exist, and sets the password of an account that exists but can't sign in. The
 * accounts have rights only on the client's database. Throws ClickHouse's ACCESS_DENIED if the client's account has no
 * right to manage access.
 */
export async function createClickHouseAccounts(
  client: ClickHouse,
  database: string,
  accounts: Partial<ClickHouseAccounts>,
  options: ClickHouseMigrationOptions = {},
): Promise<void> {
  for (const name of ['reader', 'writer'] as const) {
    const url = accounts[name]
    if (url === undefined || (await canSignIn(url))) continue
    if (options.cluster !== undefined) await assertCluster(client, options.cluster)
    const clickhouse_settings = toOnClusterSettings(options.cluster)
    for (const query of createAccountStatements(name, url, database, options)) await client.command({ query, clickhouse_settings })
  }
}

/** Error types of a server that does not let this account create other accounts. */
const accessErrors = new Set(['ACCESS_DENIED', 'ACCESS_STORAGE_READONLY', 'ACCESS_STORAGE_FOR_INSERTION_NOT_FOUND'])

export function isAccessDenied(error: unknown): boolean {
  return error instanceof ClickHouseError && error.type !== undefined && accessErrors.has(error.type)
}

/** Returns the statements that create an account. They can be repeated. */
export function createAccountStatements(
  account: keyof ClickHouseAccounts,
  url: string,
  database: string,
  { cluster }: ClickHouseMigrationOptions = {},
): string[] {
  const { username, password } = parseClickHouseLogin(url)
  const name = quoteName(username)
  const clause = toOnClusterClause(cluster)
  // The statements contain only the hash, so that the server's logs do not contain the password.
  const hash = createHash('sha256').update(password).digest('hex')
  const settings = account === 'reader' ? ` SETTINGS ${readerSettings}` : ''
  return [
    `CREATE USER IF NOT EXISTS ${name}${clause} IDENTIFIED WITH sha256_hash BY '${hash}'`,
    `ALTER USER ${name}${clause} IDENTIFIED WITH sha256_hash BY '${hash}'${settings}`,
    `GRANT${clause} ${rights[account]} ON ${quoteName(database)}.* TO ${name}`,
    ...(cluster === undefined ? [] : [`GRANT${clause} CLUSTER, REMOTE ON *.* TO ${name}`]),
  ]
}

async function canSignIn(url: string): Promise<boolean> {
  const client = openClickHouse(url)
  try {
    await client.query({ query: 'SELECT 1' })
    return true
  } catch {
    return false
  } finally {
    await client.close()
  }
}

export function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}
