import type { Config } from '../../config.ts'
import { createConfiguredAccounts } from '../../databases/clickhouse-accounts.ts'
import { assertDatabases, prepareClickHouse, prepareDatabase } from '../../databases/database.ts'
import { clickhouseOwnerUrlOf, ownerUrlOf } from '../stores.ts'

/**
 * Migrates both databases and creates the accounts that the configuration names, as `linkshelf start` does first, for a
 * fleet that does not use `start`.
 */
export async function runMigrate(config: Config): Promise<void> {
  const [databaseUrl, clickhouseUrl] = [ownerUrlOf(config), clickhouseOwnerUrlOf(config)]
  await assertDatabases({ databaseUrl, clickhouseUrl })
  await prepareDatabase(databaseUrl, config.databaseAccounts)
  await prepareClickHouse(clickhouseUrl, config)
  await createConfiguredAccounts(config, clickhouseUrl)
}
