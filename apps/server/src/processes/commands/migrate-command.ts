import { createConfiguredAccounts } from '../../clickhouse-accounts.ts'
import type { Config } from '../../config.ts'
import { prepareClickHouse, prepareDatabase } from '../../database.ts'
import { clickhouseOwnerUrlOf, ownerUrlOf } from '../stores.ts'

/** Migrates both databases and creates the accounts that the configuration names, as `linkshelf start` does first, for a fleet that does not use `start`. */
export async function runMigrate(config: Config): Promise<void> {
  await prepareDatabase(ownerUrlOf(config), config.databaseAccounts)
  await prepareClickHouse(clickhouseOwnerUrlOf(config), config)
  await createConfiguredAccounts(config, clickhouseOwnerUrlOf(config))
}
