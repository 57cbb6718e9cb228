import { type UserId, userId } from '@linkshelf/contract'
import {
  renderAccountDeletedEmail,
  renderAccountDeletionPostponedEmail,
  renderAccountDeletionReminderEmail,
  renderAccountDeletionScheduledEmail,
} from '@linkshelf/emails'
import { z } from 'zod'
import type { MailDeps } from '../../platform/deps.ts'
import { enqueueJob, type Job } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { maxEmailAttempts } from '../emails/email-jobs.ts'
import { selectProfile } from '../tables/user-table.ts'

const deletionTask = 'send-account-deletion-email'
const deletedTask = 'send-account-deleted-email'

const kinds = {
  scheduled: renderAccountDeletionScheduledEmail,
  reminder: renderAccountDeletionReminderEmail,
  postponed: renderAccountDeletionPostponedEmail,
} as const
const deletionJob = z.object({ userId, kind: z.enum(['scheduled', 'reminder', 'postponed']) })
/** The payload contains the address because the job runs after the user was deleted. */
const deletedJob = z.object({ to: z.string() })

export function enqueueAccountDeletionEmail(tx: Tx, to: UserId, kind: keyof typeof kinds): Promise<void> {
  return enqueueJob(tx, deletionTask, { userId: to, kind }, { maxAttempts: maxEmailAttempts })
}

export function enqueueAccountDeletedEmail(tx: Tx, to: string): Promise<void> {
  return enqueueJob(tx, deletedTask, { to }, { maxAttempts: maxEmailAttempts })
}

/**
 * Returns the jobs that send account deletion emails. The first job sends nothing if the deletion was canceled or the
 * account no longer exists.
 */
export function accountDeletionEmailJobs({ db, mail, origins }: MailDeps): Job[] {
  return [
    {
      name: deletionTask,
      kind: 'mail',
      async run(payload) {
        const { userId: id, kind } = deletionJob.parse(payload)
        const profile = await selectProfile(db, id)
        if (profile?.deletes_at == null) return
        const props = { deletesAt: new Date(profile.deletes_at), keepUrl: `${origins.app}/settings/profile` }
        await mail.send({ to: profile.email, ...kinds[kind](props) })
      },
    },
    {
      name: deletedTask,
      kind: 'mail',
      run: (payload) => mail.send({ to: deletedJob.parse(payload).to, ...renderAccountDeletedEmail() }),
    },
  ]
}
