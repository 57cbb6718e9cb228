import type { Config } from '../../config.ts'
import { endUserSessions } from '../../identity/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemIds } from '../../platform/ids.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { findStores, getDatabaseUrl } from '../stores.ts'

/**
 * Signs a user out everywhere. Uses the database of the instance that runs on this data folder, or else the database of
 * DATABASE_URL.
 */
export async function runEndSessions(config: Config, log: Log, [email]: string[]): Promise<void> {
  if (email === undefined) throw new StartError('Give the email address of the account: linkshelf end-sessions mia@example.com')
  const running = await findStores(config.dataFolder)
  const db = openPostgres(running?.databaseAccounts.api ?? getDatabaseUrl(config, 'api'), { size: 1 })
  try {
    const ended = await endUserSessions({ db, clock: systemClock, ids: systemIds, log, hasPlans: config.hasPlans }, email)
    process.stdout.write(`Sessions of ${email} that ended: ${ended}. API keys stay: their owners revoke them.\n`)
  } finally {
    await db.destroy()
  }
}
