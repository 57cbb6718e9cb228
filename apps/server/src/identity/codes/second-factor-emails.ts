import { secondFactorPath, type UserId, userId } from '@linkshelf/contract'
import {
  renderRecoveryCodeUsedEmail,
  renderSecondFactorChangedEmail,
  renderSecondFactorResetLinkEmail,
  renderSecondFactorResetStartedEmail,
} from '@linkshelf/emails'
import { z } from 'zod'
import type { MailDeps } from '../../platform/deps.ts'
import { enqueueJob, type Job } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { maxEmailAttempts, sendToUser, toPageUrls } from '../emails/email-jobs.ts'
import { createEmailToken } from '../tables/email-token-table.ts'
import { insertResetToken, selectResetDueAt } from '../tables/second-factor-reset-table.ts'
import { selectTotp } from '../tables/second-factor-table.ts'
import { selectAccount } from '../tables/user-table.ts'

const changedTask = 'send-second-factor-notice'
const recoveryCodeTask = 'send-recovery-code-notice'

/** The page that starts the reset of two-step sign-in. */
export const requestResetPath = '/auth/reset-two-step'
/** The page that stops the reset. */
export const stopResetPath = '/auth/stop-two-step-reset'

const resetLinkTask = 'send-second-factor-reset-link'
const resetStartedTask = 'send-second-factor-reset-notice'
const resetLinkMs = 60 * 60_000
const userJob = z.object({ userId })

const changes = ['enabled', 'disabled', 'codes-replaced', 'reset'] as const
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

/** Enqueues the email with the link that starts a reset. */
export function enqueueResetLink(tx: Tx, to: UserId): Promise<void> {
  return enqueueJob(tx, resetLinkTask, { userId: to }, { maxAttempts: maxEmailAttempts })
}

/** Enqueues the email that warns of a reset and has the link that stops it. */
export function enqueueResetStarted(tx: Tx, to: UserId): Promise<void> {
  return enqueueJob(tx, resetStartedTask, { userId: to }, { maxAttempts: maxEmailAttempts })
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
    { name: resetLinkTask, kind: 'mail', run: (payload) => sendResetLink(deps, payload) },
    { name: resetStartedTask, kind: 'mail', run: (payload) => sendResetStarted(deps, payload) },
  ]
}

/** Sends the link that starts a reset. Sends nothing if two-step sign-in is off. */
async function sendResetLink(deps: MailDeps, payload: unknown): Promise<void> {
  const { db, clock, mail, origins } = deps
  const user = await selectAccount(db, userJob.parse(payload).userId)
  if (user === undefined || user.disabled_at !== null || (await selectTotp(db, user.id)) === undefined) return
  const token = createEmailToken()
  await insertResetToken(db, token, { userId: user.id, purpose: 'request', expiresAt: new Date(clock.now().getTime() + resetLinkMs) })
  const requestUrl = `${origins.app}${requestResetPath}?token=${token}`
  await mail.send({ to: user.email, ...renderSecondFactorResetLinkEmail({ requestUrl, forgotUrl: toPageUrls(deps).forgotUrl }) })
}

/** Warns of a reset, with a link that stops it. Sends nothing if the reset was stopped. */
async function sendResetStarted(deps: MailDeps, payload: unknown): Promise<void> {
  const { db, mail, origins } = deps
  const user = await selectAccount(db, userJob.parse(payload).userId)
  const dueAt = user && (await selectResetDueAt(db, user.id))
  if (user === undefined || dueAt === undefined) return
  const token = createEmailToken()
  await insertResetToken(db, token, { userId: user.id, purpose: 'stop', expiresAt: dueAt })
  const stopUrl = `${origins.app}${stopResetPath}?token=${token}`
  await mail.send({ to: user.email, ...renderSecondFactorResetStartedEmail({ dueAt, stopUrl, forgotUrl: toPageUrls(deps).forgotUrl }) })
}
