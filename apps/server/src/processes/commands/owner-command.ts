import type { Config } from '../../config.ts'
import { createSignInLink } from '../../identity/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemIds } from '../../platform/ids.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { findStores, getDatabaseUrl } from '../stores.ts'

/**
 * Prints a link with which an owner signs in once, even if the identity provider is down. Uses the database of the
 * instance that runs on this data folder, or else the database of DATABASE_URL.
 */
export async function runOwnerCommand(config: Config, log: Log, [name, email]: string[]): Promise<void> {
  if (name !== 'sign-in' || email === undefined) throw new StartError('Usage: linkshelf owner sign-in <email>')
  const running = await findStores(config.dataFolder)
  const db = openPostgres(running?.databaseAccounts.api ?? getDatabaseUrl(config, 'api'), { size: 1 })
  try {
    const path = await createSignInLink({ db, clock: systemClock, ids: systemIds, log, hasPlans: config.hasPlans }, email)
    process.stdout.write(`${email} signs in here, once, within ten minutes:\n${config.appUrl}${path}\n`)
  } finally {
    await db.destroy()
  }
}
