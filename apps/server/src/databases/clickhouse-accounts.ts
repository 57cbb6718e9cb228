// The accounts with which the processes of the product sign in to a ClickHouse server.
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { type ClickHouseAccounts, createClickHouseAccounts, isAccessDenied } from '../platform/clickhouse/clickhouse-accounts.ts'
import { parseClickHouseLogin, replaceLogin } from '../platform/clickhouse/clickhouse-addresses.ts'
import type { Log } from '../platform/process/log.ts'
import { ensureSecretFile } from '../platform/process/secret-file.ts'
import { StartError } from '../platform/process/start-error.ts'
import { deriveLogin } from './database-accounts.ts'

/**
 * Creates the accounts of an installation: the accounts that the configuration names, and others that are derived from
 * the secret in the data directory. If the account of `clickhouseUrl` may not create accounts, the processes use this
 * account, and a warning is logged. Throws a StartError if an account that the configuration names can't be created.
 */
export async function ensureClickHouseAccounts(config: Config, clickhouseUrl: string, log: Log): Promise<ClickHouseAccounts> {
  const secret = await ensureSecretFile(join(config.dataFolder, 'database-secret'))
  const toInstallationUrl = (name: string) => {
    const login = deriveLogin(secret, name)
    return replaceLogin(clickhouseUrl, { username: login.name, password: login.password })
  }
  await createConfiguredAccounts(config, clickhouseUrl)
  const derived = { reader: toInstallationUrl('reader'), writer: toInstallationUrl('writer') }
  const missing = Object.fromEntries(Object.entries(derived).filter(([name]) => !(name in config.clickhouseAccounts)))
  const created = await createIfAllowed(config, clickhouseUrl, missing)
  if (created) return { ...derived, ...config.clickhouseAccounts }
  log.warn(
    'The ClickHouse account of CLICKHOUSE_URL may not create others: every process signs in with it (see docs/operations/install.md)',
  )
  return { reader: clickhouseUrl, writer: clickhouseUrl, ...config.clickhouseAccounts }
}

/**
 * Creates the accounts that the configuration names. Throws a StartError if the account of `clickhouseUrl` may not
 * create accounts.
 */
export async function createConfiguredAccounts(config: Config, clickhouseUrl: string): Promise<void> {
  if (await createIfAllowed(config, clickhouseUrl, config.clickhouseAccounts)) return
  throw new StartError(
    'The ClickHouse account of CLICKHOUSE_URL may not create those of CLICKHOUSE_READER_URL and CLICKHOUSE_WRITER_URL. Create them as docs/operations/install.md says.',
  )
}

/** Creates the accounts. Returns false if the account of `clickhouseUrl` may not create accounts. */
async function createIfAllowed(config: Config, clickhouseUrl: string, accounts: Partial<ClickHouseAccounts>): Promise<boolean> {
  const client = openClickHouse(clickhouseUrl)
  try {
    await createClickHouseAccounts(client, parseClickHouseLogin(clickhouseUrl).database, accounts, { cluster: config.clickhouseCluster })
    return true
  } catch (error) {
    if (isAccessDenied(error)) return false
    throw error
  } finally {
    await client.close()
  }
}
