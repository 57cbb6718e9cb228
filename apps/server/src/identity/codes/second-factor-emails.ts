import { secondFactorPath, type UserId, userId } from '@linkshelf/contract'
import { renderRecoveryCodeUsedEmail, renderSecondFactorChangedEmail } from '@linkshelf/emails'
import { z } from 'zod'
import type { MailDeps } from '../../platform/deps.ts'
import { enqueueJob, type Job } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { maxEmailAttempts, sendToUser, toPageUrls } from '../emails/email-jobs.ts'

const changedTask = 'send-second-factor-notice'
const recoveryCodeTask = 'send-recovery-code-notice'

const changes = ['enabled', 'disabled', 'codes-replaced'] as const
export type SecondFactorChange = (typeof changes)[number]

const changedJob = z.object({ userId, change: z.enum(changes) })
const recoveryCodeJob = z.object({ userId, left: z.number() })

export function enqueueSecondFactorNotice(tx: Tx, to: UserId, change: SecondFactorChange): Promise<void> {
  return enqueueJob(tx, changedTask, { userId: to, change }, { maxAttempts: maxEmailAttempts })
}

/** Enqueues the email after a recovery code was used. `left` is the number of codes that still work. */
export function enqueueRecoveryCodeNotice(tx: Tx, to: UserId, left: number): Promise<void> {
  return enqueueJob(tx, recoveryCodeTask, { userId: to, left }, { maxAttempts: maxEmailAttempts })
}

export function secondFactorJobs(deps: MailDeps): Job[] {
  const { forgotUrl } = toPageUrls(deps)
  const accountUrl = `${deps.origins.app}${secondFactorPath}`
  return [
    {
      name: changedTask,
      kind: 'mail',
      run: (payload) =>
        sendToUser(deps, payload, renderSecondFactorChangedEmail({ change: changedJob.parse(payload).change, accountUrl, forgotUrl })),
    },
    {
      name: recoveryCodeTask,
      kind: 'mail',
      run: (payload) =>
        sendToUser(deps, payload, renderRecoveryCodeUsedEmail({ left: recoveryCodeJob.parse(payload).left, accountUrl, forgotUrl })),
    },
  ]
}
