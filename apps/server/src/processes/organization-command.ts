import type { Config } from '../config.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { systemClock } from '../platform/clock.ts'
import { systemIds } from '../platform/ids.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { findAddresses } from '../platform/process/data-directory-lock.ts'
import { databaseUrlOf } from './open-deps.ts'

/** Sets an organization's package and features; uses the embedded database of a running instance unless DATABASE_URL names another. */
export async function runOrganizationCommand(config: Config, [id = '', ...settings]: string[]): Promise<void> {
  const databaseUrl = config.databaseUrl ?? (await findAddresses(config.dataFolder))?.databaseUrl ?? databaseUrlOf(config)
  const db = openPostgres(databaseUrl, 'linkshelf_app', { size: 1 })
  try {
    await setOrganizationSettings({ db, clock: systemClock, ids: systemIds }, id, settings)
  } finally {
    await db.destroy()
  }
}
