import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteExpiredIdentityState } from './delete-expired-identity-state.ts'
import { accountDeletionEmailJobs } from './deletion/account-deletion-emails.ts'
import { deleteDueAccounts } from './deletion/delete-due-accounts.ts'
import { identityEmailJobs } from './emails/email-jobs.ts'

export function identityJobs(deps: Deps): Job[] {
  return [
    ...identityEmailJobs(deps),
    ...accountDeletionEmailJobs(deps),
    { name: 'delete-due-accounts', kind: 'upkeep', cron: '53 * * * *', run: () => deleteDueAccounts(deps) },
    {
      name: 'delete-expired-identity-state',
      kind: 'upkeep',
      cron: '23 * * * *',
      run: async () => void (await deleteExpiredIdentityState(deps)),
    },
  ]
}
