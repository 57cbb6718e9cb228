import type { CoreDeps, Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteExpiredAttempts } from '../platform/throttle/attempts.ts'
import { secondFactorJobs } from './codes/second-factor-emails.ts'
import { accountDeletionEmailJobs } from './deletion/account-deletion-emails.ts'
import { deleteDueAccounts } from './deletion/delete-due-accounts.ts'
import { emailChangeJobs } from './email-change/email-change-emails.ts'
import { identityEmailJobs } from './emails/email-jobs.ts'
import { deleteRetiredKeys } from './keys/identity-key-table.ts'
import { passkeyEmailJobs } from './passkeys/passkey-emails.ts'
import { finishDueResets } from './second-factor/reset-second-factor.ts'
import { newDeviceEmailJob } from './sessions/sign-in-history.ts'
import { deleteExpiredEmailChanges } from './tables/email-change-table.ts'
import { deleteExpiredEmailTokens, deleteExpiredSignUpRequests } from './tables/email-token-table.ts'
import { deleteExpiredState } from './tables/identity-state-table.ts'
import { deleteExpiredChallenges } from './tables/passkey-table.ts'
import { deleteExpiredProviderSignIns } from './tables/provider-account-table.ts'
import { deleteExpiredDevices } from './tables/remembered-device-table.ts'
import { deleteExpiredResetTokens } from './tables/second-factor-reset-table.ts'
import { deleteExpiredSessions } from './tables/session-table.ts'
import { deleteOldSignIns } from './tables/sign-in-table.ts'

export function identityJobs(deps: Deps): Job[] {
  return [
    ...identityEmailJobs(deps),
    ...accountDeletionEmailJobs(deps),
    ...emailChangeJobs(deps),
    newDeviceEmailJob(deps),
    ...secondFactorJobs(deps),
    ...passkeyEmailJobs(deps),
    { name: 'delete-due-accounts', kind: 'upkeep', cron: '53 * * * *', run: () => deleteDueAccounts(deps) },
    { name: 'reset-due-second-factors', kind: 'upkeep', cron: '*/10 * * * *', run: () => finishDueResets(deps) },
    {
      name: 'delete-expired-identity-state',
      kind: 'upkeep',
      cron: '23 * * * *',
      run: async () => void (await deleteExpiredIdentityState(deps)),
    },
  ]
}

export async function deleteExpiredIdentityState({ db, clock }: CoreDeps): Promise<void> {
  const now = clock.now()
  await Promise.all([
    deleteExpiredState(db, now),
    deleteExpiredSessions(db, now),
    deleteOldSignIns(db, now),
    deleteExpiredProviderSignIns(db, now),
    deleteExpiredEmailTokens(db, now),
    deleteExpiredEmailChanges(db, now),
    deleteExpiredDevices(db, now),
    deleteExpiredResetTokens(db, now),
    deleteExpiredSignUpRequests(db, now),
    deleteExpiredChallenges(db, now),
    deleteExpiredAttempts(db, now),
    deleteRetiredKeys(db, now),
  ])
}
