import type { Config } from '../../config.ts'
import { setOrganizationSettings } from '../../organizations/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemIds } from '../../platform/ids.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import type { Log } from '../../platform/process/log.ts'
import { databaseUrlOf, findStores } from '../stores.ts'

/**
 * Sets an organization's package and features; uses the embedded database of a running instance unless
 * DATABASE_URL names another.
 */
export async function runOrganizationCommand(config: Config, log: Log, [id = '', ...settings]: string[]): Promise<void> {
  const running = await findStores(config.dataFolder)
  const db = openPostgres(running?.databaseAccounts.api ?? databaseUrlOf(config, 'api'), { size: 1 })
  try {
    await setOrganizationSettings({ db, clock: systemClock, ids: systemIds, log }, id, settings)
  } finally {
    await db.destroy()
  }
}
