import { accessRevocations } from '../../access-revocations.ts'
import type { Config } from '../../config.ts'
import { createUser, disableUser, enableUser, resetUser, selectUsers } from '../../identity/index.ts'
import { systemClock } from '../../platform/clock.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { systemIds } from '../../platform/ids.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { findStores, getDatabaseUrl } from '../stores.ts'

const usage = 'Usage: linkshelf user list | create <email> <name> | reset <email> | disable <email> | enable <email>'

/**
 * Manages accounts for the operator. Uses the database of the instance that runs on this data folder, or else the
 * database of DATABASE_URL.
 */
export async function runUserCommand(config: Config, log: Log, args: string[]): Promise<void> {
  const running = await findStores(config.dataFolder)
  const db = openPostgres(running?.databaseAccounts.api ?? getDatabaseUrl(config, 'api'), { size: 1 })
  try {
    const printed = await runSubcommand({ db, clock: systemClock, ids: systemIds, log, hasPlans: config.hasPlans }, config.appUrl, args)
    process.stdout.write(`${printed}\n`)
  } finally {
    await db.destroy()
  }
}

/** Returns the text to print. Throws StartError. */
async function runSubcommand(deps: CoreDeps, appUrl: string, [name, email, ...words]: string[]): Promise<string> {
  if (name === 'list') return (await selectUsers(deps.db)).map(formatUser).join('\n')
  if (email === undefined) throw new StartError(usage)
  switch (name) {
    case 'create': {
      if (words.length === 0) throw new StartError(usage)
      const path = await createUser(deps, { email, fullName: words.join(' ') })
      return `Created the account of ${email}. A password is set here, once, within a day:\n${appUrl}${path}`
    }
    case 'reset':
      return `The password of ${email} is reset here, once, within a day:\n${appUrl}${await resetUser(deps, email)}`
    case 'disable': {
      const { sessions, revoked } = await disableUser(deps, accessRevocations, email)
      return `Disabled the account of ${email}. Sessions that ended: ${sessions}. API keys that ended: ${revoked}.`
    }
    case 'enable':
      await enableUser(deps, email)
      return `Enabled the account of ${email}. API keys that ended stay so: the user creates others.`
    default:
      throw new StartError(usage)
  }
}

type ListedUser = Awaited<ReturnType<typeof selectUsers>>[number]

function formatUser({ email, full_name, created_at, ...user }: ListedUser): string {
  return [email, full_name, created_at.toISOString().slice(0, 10), toState(user)].join('\t')
}

function toState({
  disabled_at,
  deletes_at,
  email_confirmed_at,
}: Pick<ListedUser, 'disabled_at' | 'deletes_at' | 'email_confirmed_at'>): string {
  if (disabled_at !== null) return 'disabled'
  if (deletes_at !== null) return `deleted on ${deletes_at.toISOString().slice(0, 10)}`
  return email_confirmed_at === null ? 'unconfirmed' : 'active'
}
