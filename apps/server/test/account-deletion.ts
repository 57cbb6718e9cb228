import type { Profile } from '@linkshelf/contract'
import { Logger, runOnce } from 'graphile-worker'
import type { UserContext } from '../src/access/index.ts'
import { accountDeletionEmailJobs } from '../src/identity/deletion/account-deletion-emails.ts'
import { deleteDueAccounts } from '../src/identity/deletion/delete-due-accounts.ts'
import { requestAccountDeletion } from '../src/identity/deletion/request-account-deletion.ts'
import { toTaskList } from '../src/platform/jobs.ts'
import { openPostgres } from '../src/platform/postgres/postgres.ts'
import { aMember, anOrganization, type OwnedOrganization, testPassword } from './builders/builders.ts'
import { createCodeDeps } from './code-deps.ts'
import type { TestDeps } from './open-test-deps.ts'

const dayMs = 86_400_000

/** The subject of each email about an account deletion. */
export const accountEmails = {
  scheduled: 'Your account will be deleted',
  tomorrow: 'Your account will be deleted tomorrow',
  postponed: 'Your account could not be deleted yet',
  deleted: 'Your account was deleted',
} as const

export function requestDeletion(deps: TestDeps, user: UserContext, password = testPassword): Promise<Profile> {
  return requestAccountDeletion(createCodeDeps(deps), user, { current_password: password })
}

/** Runs the hourly deletion job with the database account of jobs, as if `days` days had passed. */
export async function deleteAccountsIn(days: number, deps: TestDeps): Promise<void> {
  const db = openPostgres(deps.accounts.jobs)
  const clock = { now: () => new Date(Date.now() + days * dayMs) }
  await deleteDueAccounts({ ...deps, db, clock }).finally(() => db.destroy())
}

/** Runs the queued jobs that send emails about account deletions. Returns the subjects of the sent emails. */
export async function sendAccountEmails(deps: TestDeps): Promise<string[]> {
  const taskList = toTaskList(accountDeletionEmailJobs(deps))
  await runOnce({ connectionString: deps.accounts.jobs, taskList, noHandleSignals: true, logger: new Logger(() => () => undefined) })
  return deps.emails.splice(0).map(({ subject }) => subject)
}

/** Creates a user who is the only owner of one organization (`alone`) and one of two owners of another (`shared`). */
export async function aLeavingUser(deps: TestDeps): Promise<{ alone: OwnedOrganization; shared: OwnedOrganization; mia: UserContext }> {
  const [alone, shared] = [await anOrganization(deps), await anOrganization(deps)]
  await aMember(deps, shared, { role: 'owner', user: alone.user })
  return { alone, shared, mia: alone.user }
}
