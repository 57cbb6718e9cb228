import { rebuildClickRollups } from '../../analytics/index.ts'
import type { Config } from '../../config.ts'
import { createConfiguredAccounts } from '../../databases/clickhouse-accounts.ts'
import { assertDatabases, prepareClickHouse, prepareDatabase } from '../../databases/database.ts'
import { openClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { dropReplica } from '../../platform/clickhouse/drop-replica.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { readUpgradeArguments, runUpgrade } from '../run-upgrade.ts'
import { findStores, getClickHouseOwnerUrl, getOwnerUrl } from '../stores.ts'

/**
 * Migrates both databases and creates the accounts that the configuration names, as `linkshelf start` does first. It is
 * for a fleet that does not use `start`. With `--without-backup`, makes no back-up before an upgrade.
 */
export async function runMigrate(config: Config, args: readonly string[] = []): Promise<void> {
  const options = { ...readUpgradeArguments('migrate', args), print }
  const [databaseUrl, clickhouseUrl] = [getOwnerUrl(config), getClickHouseOwnerUrl(config)]
  await assertDatabases({ databaseUrl, clickhouseUrl }, config)
  await runUpgrade(config, { databaseUrl, clickhouseUrl }, options, async () => {
    await prepareDatabase(databaseUrl, config.databaseAccounts)
    await prepareClickHouse({ databaseUrl, clickhouseUrl }, config)
  })
  await createConfiguredAccounts(config, clickhouseUrl)
}

/**
 * Rebuilds the click rollups in the ClickHouse of the instance that runs on this data folder, or else in the ClickHouse
 * of CLICKHOUSE_URL.
 */
export async function runRebuildRollups(config: Config, log: Log): Promise<void> {
  const running = await findStores(config.dataFolder)
  const url = running?.clickhouseAccounts.writer ?? config.clickhouseAccounts.writer ?? config.clickhouseUrl
  if (url === undefined)
    throw new StartError('CLICKHOUSE_URL names no server. Set it, or start Linkshelf first: its own engine runs with it.')
  const clickhouse = openClickHouse(url)
  try {
    const { correctedRows, days } = await rebuildClickRollups({ clickhouse, clock: systemClock, log }, config.clickRetentionMonths)
    process.stdout.write(`Rollup rows corrected: ${correctedRows}. Days rolled up: ${days}.\n`)
  } finally {
    await clickhouse.close()
  }
}

/** Removes a lost server from the tables of the ClickHouse cluster. */
export async function runDropReplica(config: Config, _log: Log, [address]: string[]): Promise<void> {
  if (address === undefined) throw new StartError('Name the server as remote_servers does: linkshelf drop-replica <host:port>')
  const clickhouse = openClickHouse(getClickHouseOwnerUrl(config))
  try {
    await dropReplica(clickhouse, address)
    process.stdout.write(`${address} is no replica any more. Now take it out of remote_servers on every server.\n`)
  } finally {
    await clickhouse.close()
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
