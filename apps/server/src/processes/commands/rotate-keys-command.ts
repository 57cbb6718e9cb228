import type { Config } from '../../config.ts'
import { createKeyCipher, rotateIdentityKeys } from '../../identity/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemIds } from '../../platform/ids.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import type { Log } from '../../platform/process/log.ts'
import { readIdentitySecrets } from '../stored-secrets.ts'
import { findStores, getDatabaseUrl } from '../stores.ts'

/**
 * Replaces the keys that sign tokens and cookies. Uses the database of the instance that runs on this data folder, or
 * else the database of DATABASE_URL. Throws a StartError if IDENTITY_SECRET does not decrypt the present keys.
 */
export async function runRotateKeys(config: Config, log: Log): Promise<void> {
  const running = await findStores(config.dataFolder)
  const db = openPostgres(running?.databaseAccounts.api ?? getDatabaseUrl(config, 'api'), { size: 1 })
  try {
    const keyCipher = createKeyCipher(await readIdentitySecrets(config))
    await rotateIdentityKeys({ db, clock: systemClock, ids: systemIds, log, hasPlans: config.hasPlans, keyCipher })
    process.stdout.write(
      'New keys sign tokens and cookies once each api was restarted, so restart it within a day. No user is signed out: the earlier keys still verify, those of tokens for a day, and those of cookies for 31 days.\n',
    )
  } finally {
    await db.destroy()
  }
}
