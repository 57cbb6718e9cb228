import type { Config } from '../../config.ts'
import { endUserSessions } from '../../identity/index.ts'
import { setOrganizationSettings } from '../../organizations/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemIds } from '../../platform/ids.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
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

/** Signs a user out everywhere; uses the embedded database of a running instance unless DATABASE_URL names another. */
export async function runEndSessions(config: Config, log: Log, [email]: string[]): Promise<void> {
  if (email === undefined) throw new StartError('Give the email address of the account: linkshelf end-sessions mia@example.com')
  const running = await findStores(config.dataFolder)
  const db = openPostgres(running?.databaseAccounts.api ?? databaseUrlOf(config, 'api'), { size: 1 })
  try {
    const ended = await endUserSessions({ db, clock: systemClock, ids: systemIds, log }, email)
    process.stdout.write(`Sessions of ${email} that ended: ${ended}. API keys stay: their owners revoke them.\n`)
  } finally {
    await db.destroy()
  }
}
